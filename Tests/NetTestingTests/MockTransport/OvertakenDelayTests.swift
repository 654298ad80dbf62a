import Foundation
import Net
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import NetTesting

/// Delays of mocks while another thread advances the virtual time.
@Suite(.netTesting) struct OvertakenDelayTests {
  /// Virtual time that another thread advances just before the first delay is scheduled.
  private final class OvertakenTimer: VirtualTimer {
    let base = TestScheduler()
    private let step: Locked<Duration?>

    init(by step: Duration) { self.step = Locked(step) }

    var now: Duration { base.now }
    var date: Date { base.date }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
      if let step = step.update({ $0.take() }) { base.advance(by: step) }
      return base.schedule(after: delay, action)
    }
  }

  private func words(
    _ response: StubResponse, _ timer: OvertakenTimer, delivery: MockDelivery = .inline
  ) throws -> ReceivedEvents {
    let transport = MockTransport(delivery: delivery, timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: response)
    let events = ReceivedEvents()
    let url = try #require(URL(string: "https://h/a"))
    transport.task(for: TransportRequest(url: url), receiver: events).resume()
    return events
  }

  @Test func aDelayThatHasPassedMeanwhileIsOver() throws {
    let events = try words(.text("yes").delay(.seconds(3)), OvertakenTimer(by: .seconds(3)))
    expectEqual(events.words.last, "finished")
  }

  @Test func theDelayOfADeliveryThatHasPassedMeanwhileIsOver() throws {
    let events = try words(
      .text("yes").delay(.seconds(1)), OvertakenTimer(by: .seconds(4)), delivery: .after(.seconds(3)))
    expectEqual(events.words.last, "finished")
  }

  @Test func aDelayOfWhichAPartHasPassedMeanwhileLastsAsLongAsTheRest() throws {
    let timer = OvertakenTimer(by: .seconds(1))
    let events = try words(.text("yes").delay(.seconds(3)), timer)
    timer.base.advance(by: .milliseconds(1_999))
    expectTrue(events.words.isEmpty)
    timer.base.advance(by: .milliseconds(1))
    expectEqual(events.words.last, "finished")
  }

  @Test func thePauseBeforeAChunkThatHasPassedMeanwhileIsOver() throws {
    let timer = OvertakenTimer(by: .seconds(1))
    let events = try words(.stream(["one", "two"], every: .seconds(1)), timer)
    expectEqual(events.words.last, "finished")
  }

  @Test func severalPausesThatHavePassedMeanwhileAreOver() throws {
    let timer = OvertakenTimer(by: .seconds(3))
    let events = try words(.stream(["one", "two", "three", "four", "five"], every: .seconds(1)), timer)
    expectEqual(events.words.last, "body four")
    timer.base.advance(by: .seconds(1))
    expectEqual(events.words.last, "finished")
  }

  @Test func aDelayCountsFromTheArrivalOfTheRequest() throws {
    let time = TestScheduler()
    let transport = MockTransport(timer: time, afterEach: .test)
    transport.stub(.get("/a")) { _ in
      time.advance(by: .seconds(3))
      return .text("yes").delay(.seconds(3))
    }
    let events = ReceivedEvents()
    let url = try #require(URL(string: "https://h/a"))
    transport.task(for: TransportRequest(url: url), receiver: events).resume()
    expectEqual(events.words.last, "finished")
  }

  @Test func aDelayOfAStubURLProtocolThatHasPassedMeanwhileIsOver() async throws {
    let stubs = URLStubs(timer: OvertakenTimer(by: .seconds(3)), afterEach: .test)
    stubs.stub(.get("/a"), with: .text("yes").delay(.seconds(3)))
    let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
    defer { session.finishTasksAndInvalidate() }
    let url = try #require(URL(string: "https://h.invalid/a"))
    expectEqual(try await session.data(from: url).0, Data("yes".utf8))
  }
}
