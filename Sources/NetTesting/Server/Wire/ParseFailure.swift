/// The reason why bytes are not an acceptable request, and the status of the response.
struct ParseFailure: Error, Sendable, Hashable {
  var status: Int
  var reason: String
  /// Whether the request is a `HEAD`, whose response has no body even if its head is not acceptable.
  var isOfHead = false

  static func malformed(_ reason: String) -> ParseFailure { ParseFailure(status: 400, reason: reason) }
  /// Intermediaries may not treat a bare LF as a line end, so it is rejected (RFC 9112 sections 2.2 and 11.2).
  static let unmarkedLine = malformed("a line ends with LF, without a CR before it")
  static let bodyTooLarge = ParseFailure(status: 413, reason: "the body is larger than this server accepts")
  static let targetTooLong = ParseFailure(status: 414, reason: "the request line is too long")
  static func unmetExpectation(_ expectation: String) -> ParseFailure {
    ParseFailure(status: 417, reason: "the expectation \"\(expectation)\" is unknown")
  }
  static func bodyNotKept(_ reason: String) -> ParseFailure {
    ParseFailure(status: 507, reason: "the body cannot be kept: \(reason)")
  }
  static let noTunnels = ParseFailure(status: 501, reason: "this server opens no tunnels")
  static let headersTooLarge = ParseFailure(status: 431, reason: "the header section is too large")
  static func unsupportedCoding(_ coding: String) -> ParseFailure {
    ParseFailure(status: 501, reason: "the transfer coding \"\(coding)\" is unknown")
  }
  static func unsupportedVersion(_ version: String) -> ParseFailure {
    ParseFailure(status: 505, reason: "\(version) is not supported")
  }
}
