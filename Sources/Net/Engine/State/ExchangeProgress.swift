import Foundation

/// Counts the bytes of a body.
///
/// Reported numbers never decrease and never exceed the total.
///
/// A retried attempt counts from the start, but reports nothing until it exceeds the last report.
struct ExchangeProgress: Sendable {
  /// The number of bytes that were on disk before.
  private var start: Int64 = 0
  private var completed: Int64 = 0
  private var total: Int64?
  private var reported: Int64 = -1

  /// A response begins after this many bytes of its body that are on disk.
  mutating func begin(_ head: ResponseHead, of request: TransportRequest, from start: Int64 = 0) {
    self.start = start
    completed = start
    // The length of an encoded body differs from the number of decoded bytes that arrive here.
    let isCounted = request.method != .head && !head.headers.contains("Content-Encoding")
    let length = head.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits)
    total = isCounted && length != .max ? length.map { $0.addingReportingOverflow(start).partialValue } : nil
  }

  /// A body with this many bytes begins.
  mutating func begin(total: Int64?) {
    start = 0
    completed = 0
    self.total = total
  }

  /// The number of bytes transferred since the body began.
  var moved: Int64 { completed - start }

  /// This many bytes have been transferred in total.
  ///
  /// Returns the progress to report, if any.
  mutating func advance(to count: Int64) -> TransferProgress? {
    guard count > completed else { return nil }
    completed = count
    if let total, completed > total { self.total = nil }
    return report()
  }

  /// This many more bytes have arrived.
  ///
  /// Returns the progress to report, if any.
  mutating func advance(by count: Int) -> TransferProgress? {
    completed += Int64(count)
    if let total, completed > total { self.total = nil }
    return report()
  }

  /// This many more bytes have arrived of a body that nobody waits for.
  mutating func skip(_ count: Int) { completed += Int64(count) }

  /// The response is complete.
  ///
  /// Returns the progress that remains to be reported, if any.
  mutating func end() -> TransferProgress? { completed == total ? report() : nil }

  private mutating func report() -> TransferProgress? {
    guard completed > reported else { return nil }
    reported = completed
    return TransferProgress(completed: completed, total: total)
  }
}
