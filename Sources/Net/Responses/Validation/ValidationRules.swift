/// The conditions for a response to be a success.
///
/// Parts that are nil fall back to the session's.
///
/// By default the status code must be 2xx and the content type must match the `Accept` header.
///
/// ```swift
/// network.get(url).validate(statusCode: [200, 404]).responseData { response in print(response.result) }
/// ```
public struct ValidationRules: Sendable {
  /// The acceptable status codes.
  public var statusCode: StatusCodeRule?
  /// The acceptable content types.
  public var contentType: ContentTypeRule?
  /// Additional rules, which must all pass, in order.
  ///
  /// They receive request, head and body, and throw to reject the response.
  public var custom: [@Sendable (ReceivedResponse) throws -> Void] = []
  /// Whether the custom rules of the session also apply.
  var inheritsCustom = true

  /// Creates rules.
  ///
  /// Omitted parts fall back to the session's.
  public init(statusCode: StatusCodeRule? = nil, contentType: ContentTypeRule? = nil) {
    self.statusCode = statusCode
    self.contentType = contentType
  }

  /// Applies the status codes and content types of ``standard``, and keeps the custom rules.
  package mutating func restoreStandard() {
    statusCode = Self.standard.statusCode
    contentType = Self.standard.contentType
  }

  /// 2xx and a content type that the request accepts: the default of a session.
  public static let standard = ValidationRules(statusCode: .success, contentType: .accepted)

  /// Accepts every response.
  public static let none: ValidationRules = {
    var rules = ValidationRules(statusCode: .any, contentType: .any)
    rules.inheritsCustom = false
    return rules
  }()
}

/// The acceptable status codes.
///
/// ```swift
/// configuration.validation.statusCode = [200, 404]
/// configuration.validation.statusCode = StatusCodeRule(only: 200..<400)
/// ```
public enum StatusCodeRule: Sendable, Hashable {
  /// Every status code.
  case any
  /// 200 to 299.
  case success
  /// These.
  case only(Set<Int>)

  /// Accepts the codes of a sequence, which may be infinite, such as `200...`.
  ///
  /// There are fewer than 1000 status codes.
  public init(only acceptable: some Sequence<Int>) { self = .only(Set(acceptable.prefix(1000))) }
}

extension StatusCodeRule: ExpressibleByArrayLiteral {
  /// Accepts only these codes.
  public init(arrayLiteral elements: Int...) { self.init(only: elements) }
}

/// The acceptable content types.
///
/// An empty body needs none.
///
/// ```swift
/// configuration.validation.contentType = ["application/json", "image/*"]
/// ```
public enum ContentTypeRule: Sendable, Hashable {
  /// Every content type.
  case any
  /// The content types in the `Accept` header of the request. `application/json` includes `application/problem+json`
  /// and other types with the suffix `+json`, and `application/vnd.github+json` includes `application/json`. A header
  /// without a valid media range, such as `Accept: ,`, accepts every type, as if there were none.
  case accepted
  /// These content types and no others. Wildcards are allowed: `image/*`, `*/json`.
  case only([String])
}

extension ContentTypeRule: ExpressibleByArrayLiteral {
  /// Accepts only these types.
  public init(arrayLiteral elements: String...) { self = .only(elements) }
}
