import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// When the steps of an exchange began and ended, as Foundation reports it.
protocol ExchangeDates {
  var fetchStartDate: Date? { get }
  var domainLookupStartDate: Date? { get }
  var domainLookupEndDate: Date? { get }
  var connectStartDate: Date? { get }
  var secureConnectionStartDate: Date? { get }
  var secureConnectionEndDate: Date? { get }
  var connectEndDate: Date? { get }
  var responseStartDate: Date? { get }
  var responseEndDate: Date? { get }
}

extension URLSessionTaskTransactionMetrics: ExchangeDates {}

extension TransportTimings {
  /// Creates the timings of the last exchange of a task; nil if Foundation collected none.
  ///
  /// A task has several if Foundation sends a request again.
  init?(_ metrics: URLSessionTaskMetrics) {
    guard let last = metrics.transactionMetrics.last else { return nil }
    // The port is a number on Apple's platforms and a text on Linux.
    let connection = last.remoteAddress.map {
      TransportConnection(
        remoteAddress: $0, remotePort: last.remotePort.flatMap { Int("\($0)") } ?? 0,
        isReused: last.isReusedConnection)
    }
    self.init(last, connection: connection)
  }

  /// Creates timings from dates; the date of a step that did not happen is nil.
  init(_ dates: some ExchangeDates, connection: TransportConnection?) {
    self.init(
      nameLookup: Self.duration(dates.domainLookupStartDate, dates.domainLookupEndDate),
      // Foundation counts the TLS handshake as a part of connecting.
      connect: Self.duration(dates.connectStartDate, dates.secureConnectionStartDate ?? dates.connectEndDate),
      secureConnection: Self.duration(dates.secureConnectionStartDate, dates.secureConnectionEndDate),
      firstByte: Self.duration(dates.fetchStartDate, dates.responseStartDate),
      total: Self.duration(dates.fetchStartDate, dates.responseEndDate), connection: connection)
  }

  /// The time between two dates; zero if the system's clock was set back meanwhile.
  private static func duration(_ start: Date?, _ end: Date?) -> Duration? {
    guard let start, let end else { return nil }
    return max(.zero, Duration(clampedSeconds: end.timeIntervalSince(start)))
  }
}
