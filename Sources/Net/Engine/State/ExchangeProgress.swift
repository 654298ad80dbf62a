import Foundation

/// Counts the bytes of a body.
///
/// What the client receives never decreases and never exceeds the total: a retried attempt counts from the
/// start, but is no news until it exceeds the last report. The body of a rejected response, such as the page
/// of an error, is not part of what the client waits for. Monitors receive the bytes of each exchange.
struct ExchangeProgress: Sendable {
  /// The number of bytes that were on disk before.
  private var start: Int64 = 0
  private var completed: Int64 = 0
  private var total: Int64?
  private var reported: Int64 = -1
  /// Whether the current exchange has been reported.
  private var hasReport = false
  /// Whether the current body is that of a rejected response.
  private var isRejected = false

  /// The progress of an exchange.
  struct Report: Sendable {
    /// The progress of the body for the client, including the bytes that were on disk before.
    let progress: TransferProgress
    /// The number of bytes that were on disk before.
    fileprivate let start: Int64
    /// Whether it exceeds what was reported of this exchange and of those before.
    let isNews: Bool

    /// That of the exchange, for monitors.
    var exchange: TransferProgress {
      TransferProgress(completed: progress.completed - start, total: progress.total.map { $0 - start })
    }
  }

  /// Called when a response begins whose head announces this decoded length, after this many bytes of its body that are
  /// on disk.
  mutating func begin(
    length: Int64?, of request: TransportRequest, from start: Int64 = 0, isRejected: Bool = false
  ) {
    // In response to HEAD, the length is that of the response to a GET. A 204 or 304 that announces no bytes is
    // complete, like any other empty body.
    let length = request.method == .head ? nil : length
    begin(
      total: length.flatMap { length in
        let (total, overflows) = length.addingReportingOverflow(start)
        return overflows ? nil : total
      })
    self.start = start
    completed = start
    self.isRejected = isRejected
  }

  /// Called when a body with this many bytes begins.
  mutating func begin(total: Int64?) {
    start = 0
    completed = 0
    self.total = total
    hasReport = false
    isRejected = false
  }

  /// The number of bytes transferred since the body began.
  var moved: Int64 { completed - start }

  /// Called when this many bytes have been transferred in total.
  ///
  /// Returns the progress to report, if any.
  mutating func advance(to count: Int64) -> Report? {
    guard count > completed else { return nil }
    completed = count
    return report()
  }

  /// Called when this many more bytes have arrived.
  mutating func advance(by count: Int) -> Report {
    completed += Int64(count)
    return report()
  }

  /// Called when this many more bytes have arrived of a body that nobody waits for.
  mutating func skip(_ count: Int) { completed += Int64(count) }

  /// Called when the response is complete.
  ///
  /// Returns the progress that remains to be reported, if any.
  mutating func end() -> Report? {
    guard completed == total, !hasReport || !isRejected && completed > reported else { return nil }
    return report()
  }

  private mutating func report() -> Report {
    if let total, completed > total { self.total = nil }
    let isNews = !isRejected && completed > reported
    if isNews { reported = completed }
    hasReport = true
    return Report(
      progress: TransferProgress(completed: completed, total: total), start: start, isNews: isNews)
  }
}
