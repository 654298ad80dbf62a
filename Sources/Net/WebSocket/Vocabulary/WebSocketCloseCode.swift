/// The reason why a WebSocket was closed, as a number (RFC 6455 section 7.4).
///
/// ```swift
/// try await connection.close(code: .goingAway, reason: "bye")
/// ```
///
/// Applications may define codes from 4000 to 4999.
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt16

  /// Creates a code with this number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The purpose of the connection is fulfilled.
  public static let normal = WebSocketCloseCode(rawValue: 1000)
  /// The server stops, or the client leaves the page.
  public static let goingAway = WebSocketCloseCode(rawValue: 1001)
  /// The peer violated the protocol.
  public static let protocolError = WebSocketCloseCode(rawValue: 1002)
  /// The kind of message is not accepted, such as bytes where only text is.
  public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
  /// The close frame had no code.
  ///
  /// The number is never sent: closing with it, and without a reason, sends a close frame without a code.
  public static let noStatus = WebSocketCloseCode(rawValue: 1005)
  /// The connection ended without a close frame.
  ///
  /// It is never sent.
  public static let abnormal = WebSocketCloseCode(rawValue: 1006)
  /// A message is not what its type says, such as text that is not UTF-8.
  public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
  /// A message violates a policy.
  public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
  /// A message is too large.
  public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
  /// The server does not support an extension that the client requires.
  public static let mandatoryExtension = WebSocketCloseCode(rawValue: 1010)
  /// The server has an internal error.
  public static let internalError = WebSocketCloseCode(rawValue: 1011)
  /// The server restarts.
  public static let serviceRestart = WebSocketCloseCode(rawValue: 1012)
  /// The server is overloaded.
  public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)

  /// Whether a close frame may contain the code: 1000 to 1003 and 1007 to 1014, which are registered, and 3000 to 4999.
  public var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// The number as text.
  public var description: String { String(rawValue) }
}

/// How a WebSocket was closed: the code and the reason of the close frame.
public struct WebSocketClosure: Sendable, Hashable {
  /// The code; ``WebSocketCloseCode/noStatus`` if the frame had none.
  public var code: WebSocketCloseCode
  /// The reason, which may be empty.
  public var reason: String

  /// Creates the code and the reason of a close frame.
  public init(code: WebSocketCloseCode, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Whether the connection ended as planned: with ``WebSocketCloseCode/normal``, ``WebSocketCloseCode/goingAway`` or
  /// no code.
  public var isClean: Bool { code == .normal || code == .goingAway || code == .noStatus }
}

extension WebSocketClosure {
  /// Returns whether the codes are equal, and the reasons have the same code points.
  public static func == (left: WebSocketClosure, right: WebSocketClosure) -> Bool {
    left.code == right.code && left.reason.hasCodePoints(of: right.reason)
  }

  /// Hashes code and reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    reason.hashCodePoints(into: &hasher)
  }
}
