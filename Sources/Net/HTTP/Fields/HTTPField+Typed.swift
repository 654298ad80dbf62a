import Foundation

extension HTTPField {
  /// `Authorization: Bearer …` (RFC 6750 section 2.1).
  ///
  /// ```swift
  /// network.get(url, headers: [.authorization(bearerToken: token), .accept("application/json")])
  /// ```
  public static func authorization(bearerToken: String) -> HTTPField {
    .authorization("Bearer \(bearerToken)")
  }

  /// `Authorization: Basic …`: the name and password in UTF-8, as Base64 (RFC 7617).
  ///
  /// The name must not contain a colon: the server would read the rest as part of the password.
  public static func authorization(username: String, password: String) -> HTTPField {
    .authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
  }

  /// `Authorization` (RFC 9110 section 11.6.2).
  public static func authorization(_ value: String) -> HTTPField {
    HTTPField(name: "Authorization", value: value)
  }

  /// `Accept` (RFC 9110 section 12.5.1).
  public static func accept(_ value: String) -> HTTPField { HTTPField(name: "Accept", value: value) }

  /// `Accept-Charset` (RFC 9110 section 12.5.2).
  public static func acceptCharset(_ value: String) -> HTTPField {
    HTTPField(name: "Accept-Charset", value: value)
  }

  /// `Accept-Encoding` (RFC 9110 section 12.5.3).
  public static func acceptEncoding(_ value: String) -> HTTPField {
    HTTPField(name: "Accept-Encoding", value: value)
  }

  /// `Accept-Language` (RFC 9110 section 12.5.4).
  public static func acceptLanguage(_ value: String) -> HTTPField {
    HTTPField(name: "Accept-Language", value: value)
  }

  /// `Cache-Control` (RFC 9111 section 5.2).
  public static func cacheControl(_ value: String) -> HTTPField {
    HTTPField(name: "Cache-Control", value: value)
  }

  /// `Content-Disposition` (RFC 6266).
  public static func contentDisposition(_ value: String) -> HTTPField {
    HTTPField(name: "Content-Disposition", value: value)
  }

  /// `Content-Encoding` (RFC 9110 section 8.4).
  public static func contentEncoding(_ value: String) -> HTTPField {
    HTTPField(name: "Content-Encoding", value: value)
  }

  /// `Content-Type` (RFC 9110 section 8.3).
  public static func contentType(_ value: String) -> HTTPField {
    HTTPField(name: "Content-Type", value: value)
  }

  /// `If-Match` (RFC 9110 section 13.1.1).
  public static func ifMatch(_ value: String) -> HTTPField { HTTPField(name: "If-Match", value: value) }

  /// `If-None-Match` (RFC 9110 section 13.1.2).
  public static func ifNoneMatch(_ value: String) -> HTTPField {
    HTTPField(name: "If-None-Match", value: value)
  }

  /// `User-Agent` (RFC 9110 section 10.1.5).
  public static func userAgent(_ value: String) -> HTTPField { HTTPField(name: "User-Agent", value: value) }
}
