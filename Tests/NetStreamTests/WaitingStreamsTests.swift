import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Streams that wait between two requests when their session cancels everything or finishes.
@Suite struct WaitingStreamsTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let network: NetworkSession
  private let url = "https://example.com/items"

  init() {
    transport = MockTransport(timer: timer)
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    transport.stub(.get(url), with: .json("[1]"))
    transport.stub(.webSocket("wss://example.com/chat"), with: .script { $0.fault(.disconnect) })
  }

  enum End: CaseIterable {
    case cancelAll, finish

    var reason: NetworkError.Reason { self == .cancelAll ? .cancelled : .sessionFinished }

    func act(on session: NetworkSession) {
      switch self {
      case .cancelAll: session.cancelAll()
      case .finish: session.finish(completionHandler: {})
      }
    }
  }

  private func polls(_ network: (any Networking)? = nil) -> Recording<Loaded<[Int]>> {
    (network ?? self.network).stream.get(url).updates(of: [Int].self)
      .polling(every: .seconds(60), scheduler: timer).record()
  }

  private func reason<Value>(_ got: Recording<Value>) -> NetworkError.Reason? {
    (got.error as? NetworkError)?.reason
  }

  @Test(arguments: End.allCases) func aStreamThatWaitsForItsNextPollEnds(_ end: End) {
    let got = polls()
    timer.advance(by: .seconds(90))
    expectEqual(transport.requests.count, 2)
    end.act(on: network)
    expectEqual(reason(got), end.reason)
    expectEqual(got.values, [Loaded([1])])
    expectEqual(timer.pendingCount, 0)
    timer.advance(by: .seconds(600))
    expectEqual(transport.requests.count, 2)
  }

  @Test func theErrorNamesTheRequest() {
    let got = polls()
    network.cancelAll()
    expectEqual(
      "\(got.error.map { "\($0)" } ?? "")", "GET https://example.com/items failed: it was cancelled.")
  }

  @Test(arguments: End.allCases) func aStreamThatWaitsForATriggerEnds(_ end: End) {
    let pulls = PublishSubject<Void>()
    let got = network.stream.get(url).updates(of: [Int].self).refreshed(on: pulls).record()
    end.act(on: network)
    expectEqual(reason(got), end.reason)
    expectFalse(pulls.hasObservers)
  }

  @Test(arguments: End.allCases) func aStreamOfAWrappedSessionEnds(_ end: End) {
    let got = polls(WrappedNetwork(base: network))
    end.act(on: network)
    expectEqual(reason(got), end.reason)
  }

  @Test func anotherSessionDoesNotEndIt() {
    let other = NetworkSession(transport: transport, timer: timer)
    let got = polls()
    other.cancelAll()
    timer.advance(by: .seconds(60))
    expectEqual(transport.requests.count, 2)
    expectNil(got.error)
  }

  @Test func aStreamThatIsSubscribedToAfterwardsWorks() {
    let updates = network.stream.get(url).updates(of: [Int].self)
      .polling(every: .seconds(60), scheduler: timer)
    _ = updates.record()
    network.cancelAll()
    let got = updates.record()
    timer.advance(by: .seconds(60))
    expectEqual(got.values, [Loaded([1])])
    expectNil(got.error)
    expectEqual(transport.requests.count, 3)
  }

  /// No policy, and no other poll, starts anything once the last request has ended.
  @Test func finishDuringAPollEndsTheStreamAfterItsResponse() {
    transport.stub(.get(url), with: .json("[2]").delay(.seconds(1)))
    let got = polls()
    let finished = Captured<Int>()
    network.finish { finished.set(0) }
    expectNil(got.error)
    timer.advance(by: .seconds(1))
    expectEqual(got.values, [Loaded([2])])
    expectEqual(reason(got), .sessionFinished)
    expectEqual(finished.count, 1)
    expectEqual(timer.pendingCount, 0)
  }

  /// Cancels everything at the moment when the third request is made: the poll after the lookup and the first value.
  private struct CancellingNetwork: NetworkingWrapper {
    let session: NetworkSession
    let made = Locked(0)
    var base: any Networking { session }

    func request(_ description: RequestDescription) -> any NetworkRequesting {
      made.update { $0 += 1 }
      if made.value == 3 { session.cancelAll() }
      return session.request(description)
    }
  }

  @Test func aPollThatIsAboutToStartIsNotSent() {
    let got = polls(CancellingNetwork(session: network))
    timer.advance(by: .seconds(600))
    expectEqual(reason(got), .cancelled)
    expectEqual(transport.requests.count, 1)
  }

  @Test func theNextPageIsNotRequestedAfterCancelAll() {
    transport.stub(.get(url), with: .json("[1]").header("Link", "</items2>; rel=\"next\""))
    transport.stub(.get("https://example.com/items2"), with: .json("[2]"))
    let pages: Observable<[Int]> = network.stream.get(url).pages()
    let got = pages.do(onNext: { [network] _ in network.cancelAll() }).record()
    expectEqual(got.values, [[1]])
    expectEqual(reason(got), .cancelled)
    expectEqual(transport.requests.count, 1)
  }

  @Test func theNextPageOfAClosureIsNotRequestedAfterCancelAll() {
    let pages = network.stream.pages(of: [Int].self, first: network.stream.get(url)) { [network] _, last in
      network.cancelAll()
      return last.parameter("page", 2)
    }
    expectEqual(reason(pages.record()), .cancelled)
    expectEqual(transport.requests.count, 1)
  }

  private func chat(_ network: (any Networking)? = nil) -> Recording<WebSocketEvent> {
    (network ?? self.network).stream.webSocket("wss://example.com/chat")
      .session(reconnecting: .backoff(base: .seconds(5), jitter: 0)).record()
  }

  @Test(arguments: End.allCases) func aWebSocketThatWaitsToReconnectEnds(_ end: End) {
    let got = chat()
    expectEqual(timer.pendingCount, 1)
    end.act(on: network)
    expectEqual(reason(got), end.reason)
    expectEqual(timer.pendingCount, 0)
    timer.advance(by: .seconds(60))
    expectEqual(transport.webSockets.count, 1)
  }

  /// Cancels everything at the moment when the second handshake is made.
  private struct CancellingSockets: NetworkingWrapper {
    let session: NetworkSession
    let made = Locked(0)
    var base: any Networking { session }

    func openWebSocket(
      _ description: WebSocketDescription,
      completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
    ) -> any Cancellation {
      made.update { $0 += 1 }
      if made.value == 2 { session.cancelAll() }
      return session.openWebSocket(description, completion: completion)
    }
  }

  @Test func aWebSocketThatIsAboutToReconnectEnds() {
    let got = chat(CancellingSockets(session: network))
    timer.advance(by: .seconds(60))
    expectEqual(reason(got), .cancelled)
    expectEqual(transport.webSockets.count, 1)
  }

  @Test(arguments: End.allCases) func anEventStreamThatWaitsToReconnectEnds(_ end: End) {
    transport.stub(.get(url), with: .events([]))
    let got = network.stream.get(url).events().record()
    expectEqual(timer.pendingCount, 1)
    end.act(on: network)
    expectEqual(reason(got), end.reason)
    expectEqual(timer.pendingCount, 0)
  }
}
