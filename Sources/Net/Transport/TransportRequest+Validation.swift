import Foundation

extension TransportRequest {
  /// Returns the request with its header fields as they are sent.
  ///
  /// Throws if it cannot be sent.
  func validated() throws(InvalidRequest) -> TransportRequest {
    var request = self
    try request.checkURL()
    return try request.withFieldsValidated()
  }

  mutating func checkURL() throws(InvalidRequest) {
    guard let address = url.asAbsoluteHTTP else {
      throw .url(url.relativeString)
    }
    url = address
  }

  func checkMethod() throws(InvalidRequest) {
    guard HeaderSyntax.isToken(method.rawValue) else { throw .method(method.rawValue) }
  }

  /// Validates everything except the URL.
  func withFieldsValidated() throws(InvalidRequest) -> TransportRequest {
    try checkMethod()
    if hasBody, !method.allowsBody, !(method == .get && sendsBodyWithGet) {
      throw .bodyNotAllowed(method)
    }
    guard let headers = try headers.trimmed() else { return try withFraming() }
    var request = self
    request.headers = headers
    return try request.withFraming()
  }
}

extension HTTPMethod {
  /// Whether a body has a meaning for the method.
  ///
  /// It has none for `GET`, `HEAD` and `TRACE` (RFC 9110 section 9.3).
  fileprivate var allowsBody: Bool { self != .get && self != .head && self != .trace }
}
