import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing
import XCTest

/// A stub with a delay of five seconds, and a session in virtual time.
private struct DelayedReport {
  let timer = TestScheduler()
  let transport: MockTransport

  init() {
    transport = MockTransport(timer: timer)
    transport.stub(.get("https://example.com/report"), with: .text("done").delay(.seconds(5)))
  }

  var text: Single<String> {
    NetworkSession(transport: transport, timer: timer).stream.get("https://example.com/report").string()
  }
}

final class S9_DelaysTests: XCTestCase {
  private let report = DelayedReport()

  func test_S9_nothingArrivesBeforeTheDelay() {
    let observed = report.text.record(afterEach: self)
    report.timer.advance(by: .milliseconds(4900))
    XCTAssertNil(observed.event)
  }

  func test_S9_theBodyArrivesAfterTheDelay() {
    let observed = report.text.record(afterEach: self)
    report.timer.advance(by: .seconds(5))
    expect(observed.event).to(beSuccess("done"))
  }

  func test_S9_disposingDuringTheDelayDeliversNothing() {
    let observed = report.text.record(afterEach: self)
    report.timer.advance(by: .milliseconds(500))
    observed.dispose()
    report.timer.advance(by: .seconds(3600))
    XCTAssertNil(observed.event)
  }

  func test_S9_theStubRecordsTheCancellation() {
    let observed = report.text.record(afterEach: self)
    report.timer.advance(by: .milliseconds(500))
    XCTAssertEqual(report.transport.cancelCount, 0)
    observed.dispose()
    XCTAssertEqual(report.transport.cancelCount, 1)
    XCTAssertEqual(report.transport.requests.count, 1)
  }
}

@Suite(.netTesting) struct S9_Delays {
  private let report = DelayedReport()

  @Test func theBodyArrivesAfterTheDelay() {
    let observed = report.text.record(afterEach: .test)
    report.timer.advance(by: .milliseconds(4900))
    #expect(observed.event == nil)
    report.timer.advance(by: .milliseconds(100))
    #expect(observed.event?.value == "done")
  }

  @Test func disposingDuringTheBodyDeliversNothing() {
    report.transport.stub(
      .get("https://example.com/report"), with: .stream(["one", "two", "three"], every: .seconds(5)))
    let observed = report.text.record(afterEach: .test)
    report.timer.advance(by: .seconds(7))
    observed.dispose()
    report.timer.advance(by: .seconds(3600))
    #expect(observed.event == nil)
    #expect(report.transport.cancelCount == 1)
  }
}
