/// What the cause of a ``NetworkError`` says about itself.
///
/// Asking it may run code of the user, such as the `errorUserInfo` of a `CustomNSError`, which may call the request. So
/// it is asked before a lock is taken.
struct CauseKind: OptionSet, Sendable {
  let rawValue: UInt8

  /// It is a cancellation.
  static let cancellation = CauseKind(rawValue: 1)
  /// The client and the server do not accept each other.
  static let securityRefusal = CauseKind(rawValue: 2)
  /// It is a mistake of the program.
  static let mistake = CauseKind(rawValue: 4)
  /// A request failed without a response.
  static let network = CauseKind(rawValue: 8)
}
