import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Over a mock, responses of the cache are delivered as those of the mock: inside the call that starts the request,
/// with whatever clock.
@Suite struct InlineResponsesTests {
  private struct Wrapper: TransportWrapper {
    let base: any Transport
  }

  private func session(_ transport: any Transport, isCached: Bool = true) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    if isCached { configuration.cache = .memory(limit: 1 << 20) }
    return NetworkSession(configuration: configuration, transport: transport)
  }

  private func mock() -> MockTransport {
    let transport = MockTransport()
    transport.stub(.get("https://example.com/a"), with: .text("a").header("Cache-Control", "max-age=100"))
    return transport
  }

  /// Returns the response if it has been delivered when the call that starts the request returns.
  private func response(
    of session: NetworkSession, _ url: String = "https://example.com/a", _ mode: CacheMode = .standard
  ) -> DataResponse<String>? {
    let got = Captured<DataResponse<String>>()
    session.get(url).cache(mode).responseString { got.set($0) }
    return got.value
  }

  @Test(arguments: [false, true]) func aHitIsDeliveredInline(isWrapped: Bool) {
    let transport = mock()
    let session = session(isWrapped ? Wrapper(base: transport) : transport)
    expectEqual(response(of: session)?.value, "a")
    expectEqual(response(of: session)?.value, "a")
    expectEqual(response(of: session, "https://example.com/a", .onlyCached)?.value, "a")
    expectEqual(transport.requests.count, 1)
  }

  @Test(arguments: [false, true]) func nothingThatIsStoredIsDeliveredInline(isCached: Bool) {
    let session = session(mock(), isCached: isCached)
    expectEqual(response(of: session, "https://example.com/none", .onlyCached)?.response?.status, 504)
  }

  @Test func aStaleResponseIsDeliveredInline() {
    let transport = MockTransport()
    transport.stub(
      .everything,
      withSequence: [.text("a").header("Cache-Control", "max-age=0, stale-if-error=100"), .status(503)])
    let session = session(transport)
    expectEqual(response(of: session)?.value, "a")
    expectEqual(response(of: session)?.value, "a")
    expectEqual(transport.requests.count, 2)
  }

  /// The thread of the caller may be the main thread, and the handler may start the next request.
  @Test func aHitOfASessionWithANetworkLeavesTheThreadOfTheCaller() {
    let transport = ScriptedTransport { task in
      task.send(.head(ResponseHead(status: 200, headers: ["Cache-Control": "max-age=100"])))
      task.send(.body(Data("a".utf8)))
      task.send(.finished(TransportTimings()))
    }
    let session = session(transport)
    _ = response(of: session)
    let isCaller = Captured<Bool>()
    let caller = ObjectIdentifier(Thread.current)
    let done = DispatchSemaphore(value: 0)
    session.get("https://example.com/a").responseString { _ in
      isCaller.set(ObjectIdentifier(Thread.current) == caller)
      done.signal()
    }
    expectEqual(done.wait(timeout: .patience), .success)
    expectEqual(isCaller.values, [false])
    expectEqual(transport.tasks.count, 1)
  }
}
