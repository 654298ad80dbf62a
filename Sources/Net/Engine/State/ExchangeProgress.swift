import Foundation

/// Counts the bytes of a body, so that what is reported never falls and never exceeds its total.
///
/// A retried attempt starts counting again; nothing is reported until it has come further than the last.
struct ExchangeProgress: Sendable {
  /// What was there before.
  private var start: Int64 = 0
  private var completed: Int64 = 0
  private var total: Int64?
  private var reported: Int64 = -1

  /// A response begins, behind what is there of its body already.
  mutating func begin(_ head: ResponseHead, of request: TransportRequest, from start: Int64 = 0) {
    self.start = start
    completed = start
    // The length of an encoded body is not that of the bytes which arrive here.
    let isCounted = request.method != .head && !head.headers.contains("Content-Encoding")
    let length = head.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits)
    total = isCounted && length != .max ? length.map { $0.addingReportingOverflow(start).partialValue } : nil
  }

  /// A body of so many bytes begins.
  mutating func begin(total: Int64?) {
    start = 0
    completed = 0
    self.total = total
  }

  /// How many bytes have come since the body began.
  var moved: Int64 { completed - start }

  /// So many bytes have come, in all; what to report, if anything.
  mutating func advance(to count: Int64) -> TransferProgress? {
    guard count > completed else { return nil }
    completed = count
    if let total, completed > total { self.total = nil }
    return report()
  }

  /// So many more bytes have arrived; what to report, if anything.
  mutating func advance(by count: Int) -> TransferProgress? {
    completed += Int64(count)
    if let total, completed > total { self.total = nil }
    return report()
  }

  /// The response is complete; what is left to report, if anything.
  mutating func end() -> TransferProgress? { completed == total ? report() : nil }

  private mutating func report() -> TransferProgress? {
    guard completed > reported else { return nil }
    reported = completed
    return TransferProgress(completed: completed, total: total)
  }
}
