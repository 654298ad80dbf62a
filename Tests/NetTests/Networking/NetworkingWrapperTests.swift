import Dispatch
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct NetworkingWrapperTests {
  private struct Tagged: NetworkingWrapper {
    let base: any Networking

    func request(_ description: RequestDescription) -> any NetworkRequesting {
      var description = description
      description.headers["X-Tag"] = "1"
      return base.request(description)
    }
  }

  private let scheduler = TestScheduler()
  private let queue = DispatchQueue(label: "wrapped")
  private let transport: MockTransport
  private let network: any Networking

  init() {
    var configuration = SessionConfiguration()
    configuration.callbackQueue = queue
    transport = MockTransport(timer: scheduler)
    network = Tagged(
      base: Tagged(
        base: NetworkSession(configuration: configuration, transport: transport, timer: scheduler)))
  }

  @Test func requestsAreChanged() {
    transport.stub(.get("/a"), with: .text("hello"))
    network.get("https://example.com/a").resume()
    expectEqual(transport.lastRequest?.headers["X-Tag"], "1")
  }

  @Test func theTimerIsThatOfTheWrappedNetwork() {
    expectEqual(network.timer.now, scheduler.now)
    scheduler.advance(by: .seconds(5))
    expectEqual(network.timer.now, scheduler.now)
  }

  @Test func theCallbackQueueIsThatOfTheWrappedNetwork() {
    #expect(network.callbackQueue === queue)
  }

  @Test func webSocketsAreThoseOfTheWrappedNetwork() async throws {
    transport.stub(.webSocket("/chat"), with: .script { $0.send(.text("hi")) })
    let connection = try await network.webSocket("wss://example.com/chat").connect()
    connection.cancel()
    expectEqual(transport.requests.count, 1)
  }
}
