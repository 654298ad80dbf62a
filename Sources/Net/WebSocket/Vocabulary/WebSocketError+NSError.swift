public import Foundation

extension WebSocketError: CustomNSError {
  /// `Net.WebSocketError`, which never changes.
  public static var errorDomain: String { "Net.WebSocketError" }

  /// The number of the case, which never changes.
  ///
  /// ```text
  /// 1 handshake     2 protocolViolation  3 invalidText  4 invalidCompression  5 frameTooLarge  6 messageTooLarge
  /// 7 closed        8 connectionLost     9 pongTimeout  10 idleTimeout  11 closeTimeout
  /// 12 notOpen      13 invalidClosure    14 hasConsumer  15 unsupported
  /// ```
  public var errorCode: Int {
    switch self {
    case .handshake: 1
    case .protocolViolation: 2
    case .invalidText: 3
    case .invalidCompression: 4
    case .frameTooLarge: 5
    case .messageTooLarge: 6
    case .closed: 7
    case .connectionLost: 8
    case .pongTimeout: 9
    case .idleTimeout: 10
    case .closeTimeout: 11
    case .notOpen: 12
    case .invalidClosure: 13
    case .hasConsumer: 14
    case .unsupported: 15
    }
  }

  /// The ``description``.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
