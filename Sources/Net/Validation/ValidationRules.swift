/// What a response must be to count as a success. Parts left nil are as the session says.
///
/// By default the status code must be 2xx, and the content type one that the `Accept` header asked for.
///
/// ```swift
/// network.get(url).validate(statusCode: [200, 404]).responseData { response in print(response.result) }
/// ```
public struct ValidationRules: Sendable {
  /// Which status codes are acceptable.
  public var statusCode: StatusCodeRule?
  /// Which content types are acceptable.
  public var contentType: ContentTypeRule?
  /// Further rules, all of which must pass, in order; they see request, head and body, and throw to refuse.
  public var custom: [@Sendable (ReceivedResponse) throws -> Void]
  /// Whether the custom rules of the session apply as well.
  var inheritsCustom = true

  /// Makes rules; those left out are as the session says.
  public init(statusCode: StatusCodeRule? = nil, contentType: ContentTypeRule? = nil) {
    self.statusCode = statusCode
    self.contentType = contentType
    custom = []
  }

  /// 2xx, and a content type that the request accepts: what a session starts with.
  public static let standard = ValidationRules(statusCode: .success, contentType: .accepted)

  /// Every response is a success.
  public static let none: ValidationRules = {
    var rules = ValidationRules(statusCode: .any, contentType: .any)
    rules.inheritsCustom = false
    return rules
  }()
}

/// Which status codes are acceptable.
public enum StatusCodeRule: Sendable, Hashable {
  /// All.
  case any
  /// 200 to 299.
  case success
  /// These.
  case only(Set<Int>)

  /// These, of a sequence that may have no end, as `200...` has none; there are fewer than 1000 status codes.
  package init(only acceptable: some Sequence<Int>) { self = .only(Set(acceptable.prefix(1000))) }
}

/// Which content types are acceptable. An empty body is not asked for its type.
public enum ContentTypeRule: Sendable, Hashable {
  /// All.
  case any
  /// Those that the `Accept` header of the request names. Who accepts `application/json` is content with
  /// `application/problem+json` and other types that are JSON by their suffix.
  case accepted
  /// These and no others, wildcards allowed: `image/*`.
  case only([String])
}
