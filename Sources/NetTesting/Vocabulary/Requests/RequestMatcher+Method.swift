public import Net

extension RequestMatcher {
  /// Requests of this method; case matters (RFC 9110 section 9.1).
  public static func method(_ method: HTTPMethod) -> RequestMatcher {
    RequestMatcher(
      method.rawValue, part: "method", expected: method.rawValue, actual: \.method.rawValue,
      matches: { $0.method == method })
  }

  /// `GET` requests to a URL of the template, or to a `URL`; see ``uri(_:)``.
  ///
  /// ```swift
  /// transport.stub(.get("https://api.github.com/users/{username}"), with: .json(#"{"login": "trentm"}"#))
  /// ```
  public static func get(_ address: any URLConvertible) -> RequestMatcher { verb(.get, address) }

  /// `HEAD` requests to a URL of the template, or to a `URL`; see ``uri(_:)``.
  public static func head(_ address: any URLConvertible) -> RequestMatcher { verb(.head, address) }

  /// `POST` requests to a URL of the template, or to a `URL`; see ``uri(_:)``.
  public static func post(_ address: any URLConvertible) -> RequestMatcher { verb(.post, address) }

  /// `PUT` requests to a URL of the template, or to a `URL`; see ``uri(_:)``.
  public static func put(_ address: any URLConvertible) -> RequestMatcher { verb(.put, address) }

  /// `PATCH` requests to a URL of the template, or to a `URL`; see ``uri(_:)``.
  public static func patch(_ address: any URLConvertible) -> RequestMatcher { verb(.patch, address) }

  /// `DELETE` requests to a URL of the template, or to a `URL`; see ``uri(_:)``.
  public static func delete(_ address: any URLConvertible) -> RequestMatcher { verb(.delete, address) }

  /// `OPTIONS` requests to a URL of the template, or to a `URL`; see ``uri(_:)``.
  public static func options(_ address: any URLConvertible) -> RequestMatcher { verb(.options, address) }

  private static func verb(_ verb: HTTPMethod, _ address: any URLConvertible) -> RequestMatcher {
    let method = method(verb)
    let uri = uri(address)
    return RequestMatcher("\(verb) \(uri)", criteria: method.criteria + uri.criteria, misuse: uri.misuse)
  }
}
