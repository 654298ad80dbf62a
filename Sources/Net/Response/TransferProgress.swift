/// How much of a body has been transferred, in bytes.
///
/// `completed` never falls and never exceeds `total`; where the total is not known, or the bytes counted are
/// not the bytes announced (a decoded body), `total` is nil.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes transferred so far.
  public var completed: Int64
  /// The bytes there will be, when that is known.
  public var total: Int64?

  /// Makes a progress.
  public init(completed: Int64, total: Int64?) {
    self.completed = completed
    self.total = total
  }

  /// From 0 to 1, when the total is known. An empty transfer that has ended is 1.
  public var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? Double(completed) / Double(total) : 1
  }
}
