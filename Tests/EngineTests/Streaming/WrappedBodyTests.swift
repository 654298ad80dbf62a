import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What is left of a body when the total timeout passes, if the request is one of the user's that wraps a session's.
@Suite struct WrappedBodyTests {
  private let transport: MockTransport
  private let clock = TestScheduler()
  private let network: WrappedNetwork
  private let events = Captured<String>()

  init() {
    transport = MockTransport(timer: clock)
    transport.stub(.everything, with: .text("1\n2\n3\n"))
    transport.stub(
      .get("/events"), with: .text("data: 1\n\ndata: 2\n\n").header("Content-Type", "text/event-stream"))
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://example.com")
    configuration.timeouts.total = .seconds(5)
    configuration.callbackQueue = nil
    network = WrappedNetwork(
      base: NetworkSession(configuration: configuration, transport: transport, timer: clock))
  }

  /// Records an element, during the first of which the total timeout passes.
  private func take(_ element: String) {
    events.set(element)
    if events.values.count == 1 { clock.advance(by: .seconds(6)) }
  }

  private func end(_ error: NetworkError?) { events.set("\(error?.reason, default: "complete")") }

  private let expected = ["1", "\(NetworkError.Reason.timeout(.total))"]

  /// Records the elements of a loop and the error that it throws.
  private func read<Elements: AsyncSequence>(
    _ elements: Elements, _ text: (Elements.Element) -> String = { "\($0)" }
  ) async {
    do {
      for try await element in elements { take(text(element)) }
      end(nil)
    } catch {
      end(error as? NetworkError)
    }
  }

  @Test func noLineFollowsInAHandler() {
    network.get("log").responseLines { [self] event in
      switch event {
      case .head: break
      case .element(let line): take(line)
      case .complete(let response): end(response.error)
      }
    }
    expectEqual(events.values, expected)
  }

  @Test func noLineFollowsInALoop() async {
    await read(network.get("log").lines())
    expectEqual(events.values, expected)
  }

  @Test func noValueFollowsInALoop() async {
    await read(network.get("log").jsonLines(of: Int.self))
    expectEqual(events.values, expected)
  }

  @Test func noEventFollowsInALoop() async {
    await read(network.get("events").events()) { $0.data }
    expectEqual(events.values, expected)
  }

  @Test func noEventOfASourceFollows() {
    let source = EventSource(RequestDescription("events"), network: network)
    source.open(delivery: .inline) { [self] update in
      switch update {
      case .opened: break
      case .event(let event): take(event.data)
      case .reconnecting(_, let error):
        source.close()
        end(error)
      case .ended(let result): end(result.failure)
      }
    }
    expectEqual(events.values, expected)
  }

  @Test func noLineFollowsACancellation() {
    let request = WrappedRequest(network.base.get("log"))
    request.responseLines { [self] event in
      switch event {
      case .head: break
      case .element(let line):
        events.set(line)
        request.cancel()
      case .complete(let response): end(response.error)
      }
    }
    expectEqual(events.values, ["1", "\(NetworkError.Reason.cancelled)"])
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
