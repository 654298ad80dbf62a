import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@Suite(.netTesting) struct WebSocketSessionTests {
  private let time = TestScheduler()
  private let network: NetworkingMock

  init() { network = NetworkingMock(timer: time, afterEach: .test) }

  private var peer: WebSocketPeer? { network.webSockets.last }

  /// A connection that is lost after a second.
  @Sendable private static func briefly(_ peer: WebSocketPeer) {
    peer.wait(.seconds(1))
    peer.fault(.disconnect)
  }

  /// The events as words.
  private func words(_ recording: Recording<WebSocketEvent>) -> [String] {
    recording.values.map { event in
      switch event {
      case .opened: "opened"
      case .message(.text(let text)): text
      case .message(.data(let data)): "\(data.count) bytes"
      case .lost(_, let delay): "lost, \(delay)"
      }
    }
  }

  @Test func aLostConnectionIsOpenedAgainAfterTheDelay() {
    network.stub(.webSocket("/chat"), with: .script { _ in })
    let events = network.session(.backoff(base: .seconds(2)))
    peer?.send(.text("a"))
    peer?.fault(.disconnect)
    expectEqual(words(events), ["opened", "a", "lost, 2.0 seconds"])
    time.advance(by: .milliseconds(1_999))
    expectEqual(network.webSockets.count, 1)
    time.advance(by: .milliseconds(1))
    peer?.send(.text("b"))
    peer?.close()
    expectEqual(words(events), ["opened", "a", "lost, 2.0 seconds", "opened", "b"])
    expectTrue(events.isCompleted)
    expectEqual(time.pendingCount, 0)
  }

  @Test func everyConnectionIsResubscribed() {
    network.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.expect(.text("subscribe"))
        peer.send(.text("welcome"))
      })
    let events = network.session { connection in connection.send(.text("subscribe")) }
    peer?.fault(.disconnect)
    time.advance(by: .seconds(1))
    expectEqual(words(events), ["opened", "welcome", "lost, 1.0 seconds", "opened", "welcome"])
    events.dispose()
  }

  @Test func theDelayDoublesUntilAConnectionSucceeds() {
    network.stub(.webSocket("/chat"), with: .status(503))
    let events = network.session(.backoff(base: .seconds(1), maximumDelay: .seconds(4)))
    time.advance(by: .seconds(7))
    expectEqual(
      words(events), ["lost, 1.0 seconds", "lost, 2.0 seconds", "lost, 4.0 seconds", "lost, 4.0 seconds"])
    network.stub(.webSocket("/chat"), with: .script { $0.send(.text("a")) })
    time.advance(by: .seconds(4))
    peer?.fault(.disconnect)
    expectEqual(words(events).suffix(3), ["opened", "a", "lost, 1.0 seconds"])
    events.dispose()
    expectEqual(time.pendingCount, 0)
  }

  @Test func aConnectionWithoutMessagesCountsAsGoodAfterTheMaximumDelay() {
    network.stub(.webSocket("/chat"), with: .script { _ in })
    let events = network.session(.backoff(base: .seconds(1), maximumDelay: .seconds(4)))
    peer?.fault(.disconnect)
    time.advance(by: .seconds(1))
    peer?.fault(.disconnect)
    time.advance(by: .seconds(2))
    time.advance(by: .seconds(4))
    peer?.fault(.disconnect)
    expectEqual(
      words(events),
      ["opened", "lost, 1.0 seconds", "opened", "lost, 2.0 seconds", "opened", "lost, 1.0 seconds"])
    events.dispose()
  }

  @Test func theLastErrorEndsTheSessionWhenNoAttemptIsLeft() {
    network.stub(.webSocket("/chat"), with: .status(503))
    let events = network.session(.backoff(base: .seconds(1), maximumRetries: 2))
    time.advance(by: .seconds(60))
    expectEqual(words(events), ["lost, 1.0 seconds", "lost, 2.0 seconds"])
    expectEqual((events.error as? NetworkError)?.reason, .validation(.statusCode(503)))
    expectEqual(network.requests.count, 3)
  }

  @Test(arguments: ["30", "Sat, 01 Jan 2000 00:00:30 GMT"])
  func aServerThatAsksForALongerDelayIsNotContactedEarlier(_ retryAfter: String) {
    let refusal = StubResponse.status(503).header("Date", "Sat, 01 Jan 2000 00:00:00 GMT")
    network.stub(.webSocket("/chat"), with: refusal.header("Retry-After", retryAfter))
    let events = network.session(.backoff(base: .seconds(1)))
    time.advance(by: .milliseconds(29_999))
    expectEqual(network.requests.count, 1)
    time.advance(by: .milliseconds(1))
    expectEqual(words(events), ["lost, 30.0 seconds", "lost, 30.0 seconds"])
    expectEqual(network.requests.count, 2)
    events.dispose()
  }

  @Test func aServerDoesNotShortenTheDelay() {
    network.stub(.webSocket("/chat"), with: .status(429).header("Retry-After", "1"))
    let events = network.session(.backoff(base: .seconds(2)))
    expectEqual(words(events), ["lost, 2.0 seconds"])
    events.dispose()
  }

  @Test(arguments: [401, 403, 404])
  func aPermanentRefusalEndsTheSession(_ status: Int) {
    network.stub(.webSocket("/chat"), with: .status(status))
    let events = network.session()
    expectEqual((events.error as? NetworkError)?.reason, .validation(.statusCode(status)))
    expectEqual(network.requests.count, 1)
  }

  @Test(arguments: [WebSocketCloseCode.goingAway, .serviceRestart, .tryAgainLater, .internalError])
  func aServerThatStopsIsALoss(_ code: WebSocketCloseCode) {
    network.stub(.webSocket("/chat"), withSequence: [.script { $0.close(code) }, .script { $0.close() }])
    let events = network.session()
    time.advance(by: .seconds(1))
    expectEqual(words(events), ["opened", "lost, 1.0 seconds", "opened"])
    expectTrue(events.isCompleted)
  }

  @Test func anotherCloseCodeEndsTheSession() {
    network.stub(.webSocket("/chat"), with: .script { $0.close(.policyViolation) })
    expectEqual(network.session().error as? WebSocketError, .closed(WebSocketClosure(code: .policyViolation)))
  }

  @Test func closingTheConnectionCompletesTheSession() {
    network.stub(.webSocket("/chat"), with: .script { $0.expectClose(.goingAway) })
    let events = network.session()
    guard case .opened(let connection)? = events.values.first else {
      Issue.record("no connection")
      return
    }
    _ = connection.close(code: .goingAway).record(afterEach: .test)
    expectTrue(events.isCompleted)
  }

  @Test func disposingClosesTheConnectionOnce() {
    network.stub(.webSocket("/chat"), with: .script { $0.expectClose(.goingAway) })
    let events = network.session()
    events.dispose()
    expectEqual(peer?.isOpen, false)
    expectEqual(network.webSockets.count, 1)
    expectEqual(time.pendingCount, 0)
  }

  @Test func disposingCancelsTheDelay() {
    network.stub(.webSocket("/chat"), with: .script { $0.fault(.disconnect) })
    network.session().dispose()
    expectEqual(time.pendingCount, 0)
    expectEqual(network.webSockets.count, 1)
  }

  @Test func disposingCancelsTheHandshake() {
    network.delivery = .held
    network.stub(.webSocket("/chat"), with: .script { _ in })
    network.session().dispose()
    expectEqual(network.cancelCount, 1)
  }

  @Test func disposingInsideOpenedSendsNothing() {
    network.stub(.webSocket("/chat"), with: .script { _ in })
    let events = network.stream.webSocket("/chat").session { $0.send(.text("subscribe")) }.take(1)
      .record(afterEach: .test)
    expectTrue(events.isCompleted)
    expectEqual(peer?.received, [])
    expectEqual(peer?.closure?.code, .goingAway)
  }

  @Test func aFailedResubscriptionReconnects() {
    struct NoTopics: Error {}
    network.stub(.webSocket("/chat"), with: .script { _ in })
    let events = network.session { _ in .error(NoTopics()) }
    expectEqual(words(events), ["opened", "lost, 1.0 seconds"])
    expectEqual(peer?.closure?.code, .goingAway)
    events.dispose()
  }

  @Test func delaysStartAgainIfTheResubscriptionFailsAfterALongTime() {
    struct NoTopics: Error {}
    network.stub(.webSocket("/chat"), with: .script { _ in })
    let events = network.session(.backoff(maximumDelay: .seconds(60))) { [time] _ in
      Single.just(()).delay(.seconds(60), scheduler: time).flatMap { Single<Void>.error(NoTopics()) }
    }
    time.advance(by: .seconds(121))
    expectEqual(words(events), ["opened", "lost, 1.0 seconds", "opened", "lost, 1.0 seconds"])
    events.dispose()
  }

  @Test(arguments: [WebSocketError.notOpen, .connectionLost])
  func aResubscriptionThatFailsForAnotherConnectionIsNotIgnored(_ error: WebSocketError) {
    network.stub(.webSocket("/chat"), with: .script { $0.expectClose(.goingAway) })
    let events = network.session(onOpen: { _ in .error(error) })
    if error.isLost {
      expectEqual(words(events), ["opened", "lost, 1.0 seconds"])
    } else {
      expectEqual(events.error as? WebSocketError, error)
    }
    events.dispose()
  }

  @Test func aResubscriptionOnAConnectionThatIsClosingLeavesTheReasonToTheConnection() {
    network.stub(.webSocket("/chat"), with: .script { $0.close(.serviceRestart) })
    let events = network.session(onOpen: { $0.send(.text("subscribe")) })
    expectEqual(words(events), ["opened", "lost, 1.0 seconds"])
    events.dispose()
  }

  @Test func aResubscriptionThatCannotBeEncodedEndsTheSession() {
    network.stub(.webSocket("/chat"), with: .script { _ in })
    let events = network.session { connection in connection.send(json: Double.infinity) }
    #expect(events.error is EncodingError)
    expectEqual(peer?.closure?.code, .goingAway)
  }

  @Test func aPredicateDecidesWhichErrorsCountAsALostConnection() {
    network.stub(.webSocket("/chat"), with: .script { $0.fault(.disconnect) })
    let events = network.session(.backoff().reconnecting { $0 as? WebSocketError != .connectionLost })
    expectEqual(events.error as? WebSocketError, .connectionLost)
  }

  @Test(arguments: [true, false])
  func thePredicateMayDisposeOfTheSession(_ isPredicateOfBackoff: Bool) {
    network.stub(.webSocket("/chat"), with: .script(Self.briefly))
    let subscription = SerialDisposable()
    let asked = Locked(0)
    @Sendable func mayReconnect(_ error: any Error) -> Bool {
      asked.update { $0 += 1 }
      subscription.dispose()
      return true
    }
    let reconnection =
      isPredicateOfBackoff
      ? WebSocketReconnection(Backoff(maximumAttempts: 5).retrying(where: mayReconnect))
      : .backoff().reconnecting(where: mayReconnect)
    let events = network.stream.webSocket("/chat").session(reconnecting: reconnection)
      .record(afterEach: .test)
    subscription.disposable = Disposables.create { events.dispose() }
    time.advance(by: .seconds(10))
    expectEqual(asked.value, 1)
    expectEqual(words(events), ["opened"])
    expectEqual(network.webSockets.count, 1)
  }

  @Test func thePredicateMayEndTheSession() {
    network.stub(.webSocket("/chat"), with: .script(Self.briefly))
    let logout = PublishSubject<Void>()
    let events = network.stream.webSocket("/chat")
      .session(
        reconnecting: .backoff().reconnecting { _ in
          logout.onNext(())
          return true
        }
      )
      .take(until: logout).record(afterEach: .test)
    time.advance(by: .seconds(10))
    expectEqual(words(events), ["opened"])
    expectTrue(events.isCompleted)
    expectEqual(network.webSockets.count, 1)
  }

  @Test func withoutReconnectionTheFirstLossEndsTheSession() {
    network.stub(.webSocket("/chat"), with: .script { $0.fault(.disconnect) })
    expectEqual(network.session(.never).error as? WebSocketError, .connectionLost)
  }

  @Test func theMessagesOfAllConnectionsAreOneStream() {
    network.stub(
      .webSocket("/chat"),
      withSequence: [
        .script { peer in
          peer.send(.text("1"))
          peer.fault(.disconnect)
        },
        .script { peer in
          peer.send(.text("2"))
          peer.close()
        },
      ])
    let numbers = network.stream.webSocket("/chat").session().messages().decoded(as: Int.self)
      .record(afterEach: .test)
    time.advance(by: .seconds(1))
    expectEqual(numbers.values, [1, 2])
    expectTrue(numbers.isCompleted)
  }

  @Test func messagesThatArriveDuringTheOpeningWaitInTheConnection() {
    let transport = MockTransport(timer: time)
    transport.stub(
      .webSocket("https://example.com/feed"),
      with: .script { peer in
        for number in 1...10 { peer.send(.text("\(number)")) }
        peer.close()
      })
    let counter = MessageCounter()
    var configuration = SessionConfiguration()
    configuration.monitors = [counter]
    let feed = NetworkSession(configuration: configuration, transport: transport, timer: time)
      .stream.webSocket("https://example.com/feed").with { $0.options.maximumWaitingMessages = 4 }
    let received = Captured<Int>()
    let numbers = feed.session().messages().decoded(as: Int.self)
      .do(onNext: { _ in received.set(counter.messages.count) })
      .record(afterEach: .test)
    expectEqual(numbers.values, Array(1...10))
    expectTrue(numbers.isCompleted)
    // The transport waits for the observer of the first message.
    expectEqual(received.values.first, 4)
  }
}

/// Counts the messages that the transport has received.
private struct MessageCounter: EventMonitor {
  let messages = Captured<Void>()

  func request(_ id: RequestID, did event: RequestEvent) {
    if case .webSocket(.received) = event { messages.set(()) }
  }
}
