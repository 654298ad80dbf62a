import Dispatch
import Net
import NetStream
import NetTesting
import Stream
import XCTest

final class NetworkSessionFinishingTests: XCTestCase {
  private let scheduler = TestScheduler()

  private func session(_ transport: MockTransport) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.callbackQueue = DispatchQueue(label: "callbacks")
    return NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
  }

  func testNothingHappensBeforeTheSubscription() {
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("https://h.io/a"), with: .text("a"))
    let session = session(transport)
    _ = session.finished()
    expect(session.stream.get("https://h.io/a").string().record(afterEach: self).event).to(beSuccess("a"))
  }

  func testItSucceedsWhenTheLastRequestHasEnded() async throws {
    let transport = MockTransport(timer: scheduler, afterEach: self)
    transport.stub(.get("https://h.io/a"), with: .text("a").delay(.seconds(1)))
    let session = session(transport)
    let running = session.stream.get("https://h.io/a").string().record(afterEach: self)
    let finished = session.finished().record(afterEach: self)
    let late = session.stream.get("https://h.io/b").string().record(afterEach: self)
    guard case .failure(let error as NetworkError)? = late.event else { return XCTFail("no failure") }
    XCTAssertEqual(error.reason, .sessionFinished)
    XCTAssertNil(finished.event)
    scheduler.advance(by: .seconds(1))
    expect(running.event).to(beSuccess("a"))
    // Its result passes through the same queue, after that of the first subscription.
    try await session.finished().value
    expect(finished.event).to(beSuccess())
  }
}
