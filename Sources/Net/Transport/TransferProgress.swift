/// The progress of a body in bytes.
///
/// `completed` never decreases and never exceeds `total`; for an ``EventMonitor`` it begins again with each exchange.
/// The total is nil if it is unknown, or if the counted bytes are not the announced bytes, as in a decoded body.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes transferred so far.
  public var completed: Int64
  /// The total number of bytes, if known.
  public var total: Int64?

  /// Creates a progress.
  public init(completed: Int64, total: Int64?) {
    self.completed = completed
    self.total = total
  }

  /// The progress from 0 to 1, if the total is known.
  ///
  /// It is 1 for an empty body.
  public var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? Double(completed) / Double(total) : 1
  }
}
