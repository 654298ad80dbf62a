import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct URLSessionTimingsTests {
  private struct Dates: ExchangeDates {
    var fetchStartDate: Date?
    var domainLookupStartDate: Date?
    var domainLookupEndDate: Date?
    var connectStartDate: Date?
    var secureConnectionStartDate: Date?
    var secureConnectionEndDate: Date?
    var connectEndDate: Date?
    var responseStartDate: Date?
    var responseEndDate: Date?
  }

  private func date(_ milliseconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: milliseconds / 1000)
  }

  private func rounded(_ duration: Duration?) -> Int? {
    duration.map { Int(($0 / .milliseconds(1)).rounded()) }
  }

  @Test func everyStepHasItsOwnDuration() {
    let dates = Dates(
      fetchStartDate: date(0), domainLookupStartDate: date(1), domainLookupEndDate: date(11),
      connectStartDate: date(11), secureConnectionStartDate: date(31), secureConnectionEndDate: date(61),
      connectEndDate: date(61), responseStartDate: date(101), responseEndDate: date(201))
    let timings = TransportTimings(dates, connection: nil)
    expectEqual(rounded(timings.nameLookup), 10)
    expectEqual(rounded(timings.connect), 20)
    expectEqual(rounded(timings.secureConnection), 30)
    expectEqual(rounded(timings.firstByte), 101)
    expectEqual(rounded(timings.total), 201)
  }

  @Test func withoutTLSConnectingLastsUntilItsEnd() {
    let timings = TransportTimings(
      Dates(connectStartDate: date(11), connectEndDate: date(31)), connection: nil)
    expectEqual(rounded(timings.connect), 20)
    expectNil(timings.secureConnection)
  }

  @Test func stepsThatDidNotHappenHaveNoDuration() {
    let connection = TransportConnection(remoteAddress: "127.0.0.1", remotePort: 80, isReused: true)
    let timings = TransportTimings(Dates(fetchStartDate: date(0)), connection: connection)
    expectEqual(timings, TransportTimings(connection: connection))
  }

  @Test func aClockThatIsSetBackGivesNoNegativeDuration() {
    let timings = TransportTimings(
      Dates(fetchStartDate: date(10), responseEndDate: date(0)), connection: nil)
    expectEqual(timings.total, .zero)
  }

  @Test func theTimingsOfATaskEqualItsMetrics() {
    let timings = TransportTimings(total: .seconds(1))
    var state = URLTaskState(bodyLength: 0, bufferLimit: 0)
    _ = state.received(ResponseHead(status: 200))
    _ = state.measured(timings)
    guard case .finished(let measured)? = state.completed(nil).events.last else {
      Issue.record("the task did not finish")
      return
    }
    expectEqual(measured, timings)
  }
}
