public import Net

extension RequestMatcher {
  /// Requests of this method; case matters (RFC 9110 section 9.1).
  public static func method(_ method: HTTPMethod) -> RequestMatcher {
    RequestMatcher(
      method.rawValue, part: "method", expected: method.rawValue, actual: \.method.rawValue,
      matches: { $0.method == method })
  }

  /// `GET` requests to a URL of the template; see ``uri(_:)``.
  ///
  /// ```swift
  /// transport.stub(.get("https://api.github.com/users/{username}"), with: .json(#"{"login": "trentm"}"#))
  /// ```
  public static func get(_ template: String) -> RequestMatcher { verb(.get, template) }

  /// `HEAD` requests to a URL of the template; see ``uri(_:)``.
  public static func head(_ template: String) -> RequestMatcher { verb(.head, template) }

  /// `POST` requests to a URL of the template; see ``uri(_:)``.
  public static func post(_ template: String) -> RequestMatcher { verb(.post, template) }

  /// `PUT` requests to a URL of the template; see ``uri(_:)``.
  public static func put(_ template: String) -> RequestMatcher { verb(.put, template) }

  /// `PATCH` requests to a URL of the template; see ``uri(_:)``.
  public static func patch(_ template: String) -> RequestMatcher { verb(.patch, template) }

  /// `DELETE` requests to a URL of the template; see ``uri(_:)``.
  public static func delete(_ template: String) -> RequestMatcher { verb(.delete, template) }

  /// `OPTIONS` requests to a URL of the template; see ``uri(_:)``.
  public static func options(_ template: String) -> RequestMatcher { verb(.options, template) }

  private static func verb(_ verb: HTTPMethod, _ template: String) -> RequestMatcher {
    let method = method(verb)
    let uri = uri(template)
    return RequestMatcher("\(verb) \(uri)", criteria: method.criteria + uri.criteria, misuse: uri.misuse)
  }
}
