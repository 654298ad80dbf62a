/// The method of a request (RFC 9110 section 9).
///
/// You can define your own.
///
/// ```swift
/// let method: HTTPMethod = .get
/// let purge = HTTPMethod(rawValue: "PURGE")
/// ```
///
/// Methods are case-sensitive (RFC 9110 section 9.1).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The method as it appears in the request line.
  public let rawValue: String

  /// Creates a method from its name in the request line.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a method from a string literal.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// `GET`: transfer a representation of the resource.
  public static let get = HTTPMethod(rawValue: "GET")
  /// `HEAD`: like `GET`, without the body.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// `POST`: let the resource process the body.
  public static let post = HTTPMethod(rawValue: "POST")
  /// `PUT`: replace the resource with the body.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// `PATCH`: modify the resource as the body describes (RFC 5789).
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// `DELETE`: remove the resource.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// `OPTIONS`: ask which options the resource supports.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// `TRACE`: receive the request back as the server saw it.
  public static let trace = HTTPMethod(rawValue: "TRACE")
  /// `QUERY`: let the resource process the body without changing anything, as a `GET` whose query is too long for a URL
  /// (draft-ietf-httpbis-safe-method-w-body).
  ///
  /// Parameters are encoded in the body by default.
  public static let query = HTTPMethod(rawValue: "QUERY")

  /// Whether the request only reads (RFC 9110 section 9.2.1).
  ///
  /// The safe methods of other specifications are those of IANA's registry of methods, such as `PROPFIND` and `SEARCH`.
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace, .query: true
    default: Self.registeredSafe.contains(rawValue)
    }
  }

  /// Whether sending the request twice has the same effect as sending it once (RFC 9110 section 9.2.2).
  ///
  /// The idempotent methods of other specifications are those of IANA's registry of methods, such as `MKCOL` and
  /// `MOVE`. A method that is not registered is not idempotent.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete, .options, .trace, .query: true
    case .post, .patch: false
    default: Self.registeredSafe.contains(rawValue) || Self.registeredIdempotent.contains(rawValue)
    }
  }

  /// Returns whether a request with this header may be sent twice: a service recognizes a repeated `Idempotency-Key`.
  package func isIdempotent(with headers: HTTPHeaders) -> Bool {
    isIdempotent || headers.contains("Idempotency-Key")
  }

  // The registry of RFC 9110 section 16.1.1, https://www.iana.org/assignments/http-methods, without the methods above.
  private static let registeredSafe: Set<String> = ["PRI", "PROPFIND", "REPORT", "SEARCH"]
  /// The registered methods that are idempotent but not safe.
  private static let registeredIdempotent: Set<String> = [
    "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "MERGE", "MKACTIVITY",
    "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "ORDERPATCH", "PROPPATCH", "REBIND",
    "UNBIND",
    "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL",
  ]

  /// Whether parameters go to the query by default: `GET`, `HEAD` and `DELETE`.
  var encodesParametersInQuery: Bool {
    switch self {
    case .get, .head, .delete: true
    default: false
    }
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The method as it appears in the request line.
  public var description: String { rawValue }
}
