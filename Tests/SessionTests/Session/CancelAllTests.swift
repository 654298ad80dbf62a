import Dispatch
import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Cancels all requests of a session, in each phase of a request.
@Suite struct CancelAllTests {
  @Test func requestsInFlightAreCancelledAndTheirConnectionsClosed() {
    let fixture = SessionFixture()
    let started = (0..<3).map { fixture.start(.get, "https://example.com/\($0)") }
    fixture.session.cancelAll()
    expectEqual(fixture.tasks.map(\.isCancelled), [true, true, true])
    expectEqual(started.map(\.reason), [.cancelled, .cancelled, .cancelled])
    expectEqual(started.map(\.request.state), [.cancelled, .cancelled, .cancelled])
  }

  @Test func aRequestWithAPartOfItsBodyKeepsTheBytes() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("half".utf8)))
    fixture.session.cancelAll()
    expectEqual(started.reason, .cancelled)
    expectEqual(started.outcome?.data, Data("half".utf8))
  }

  @Test func aRequestThatIsBeingAdaptedIsCancelledAndNotSent() {
    let held = Captured<TestInterceptor.Adaptation>()
    let fixture = SessionFixture { $0.interceptors = [TestInterceptor(onAdapt: { held.set($1) })] }
    let started = fixture.start()
    fixture.session.cancelAll()
    held.value?(.success(TransportRequest(url: URL(filePath: "/"))))
    expectEqual(started.reason, .cancelled)
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func aRequestThatWaitsForARetryIsCancelledAndItsTimerStopped() {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy()] }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    expectEqual(fixture.timer.pendingCount, 1)
    fixture.session.cancelAll()
    expectEqual(started.reason, .cancelled)
    expectEqual(fixture.timer.pendingCount, 0)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func aRetryPolicyIsNotAsked() {
    let asked = Locked(0)
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onRetry: { _, _ in asked.update { $0 += 1 } })]
    }
    _ = fixture.start()
    fixture.session.cancelAll()
    expectEqual(asked.value, 0)
  }

  @Test func aStreamedBodyIsCancelled() {
    let fixture = SessionFixture()
    let errors = Captured<NetworkError.Reason?>()
    fixture.session.get("https://example.com/log").responseStream(delivery: .inline) { event in
      if case .complete(let completion) = event { errors.set(completion.error?.reason) }
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("line".utf8)))
    fixture.session.cancelAll()
    expectEqual(errors.values, [.cancelled])
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func aDownloadIsCancelledAndLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let fixture = SessionFixture()
    let errors = Captured<NetworkError.Reason?>()
    fixture.session.get("https://example.com/film")
      .download(to: .file(folder.url.appending(path: "film")), delivery: .inline) {
        errors.set($0.error?.reason)
      }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("part".utf8)))
    fixture.session.cancelAll()
    expectEqual(errors.values, [.cancelled])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    withExtendedLifetime(folder) {}
  }

  /// Opens a source whose first connection the server ends.
  private func waitingSource(
    _ source: EventSource, _ fixture: SessionFixture, delivery: ResponseDelivery = .inline
  ) -> Captured<String> {
    let updates = Captured<String>()
    source.open(delivery: delivery) { update in
      switch update {
      case .opened, .event: updates.set("open")
      case .reconnecting: updates.set("waiting")
      case .ended(.success): updates.set("ended")
      case .ended(.failure(let error)): updates.set("\(error.reason) \(error.request?.url.path ?? "")")
      }
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 200, headers: ["Content-Type": "text/event-stream"])))
    fixture.tasks[0].send(.finished(TransportTimings()))
    return updates
  }

  /// The network of a source: the session, or one of the user's with its own requests.
  enum Network: CaseIterable, Sendable {
    case session, wrapper

    func over(_ session: any Networking) -> any Networking {
      self == .session ? session : WrappedNetwork(base: session)
    }
  }

  @Test(arguments: Network.allCases)
  func anEventSourceThatWaitsEndsAndIsNotOpenedAgain(_ network: Network) {
    let fixture = SessionFixture()
    let source = EventSource(
      RequestDescription("https://example.com/feed"), network: network.over(fixture.session))
    let updates = waitingSource(source, fixture)
    expectEqual(fixture.timer.pendingCount, 1)
    fixture.session.cancelAll()
    fixture.session.cancelAll()
    expectEqual(updates.values, ["open", "waiting", "cancelled /feed"])
    expectEqual(fixture.timer.pendingCount, 0)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func anEventSourceThatStartsItsNextRequestEnds() {
    let fixture = SessionFixture()
    let made = Locked(0)
    let session = fixture.session
    let source = EventSource(
      RequestDescription("https://example.com/feed"), lastEventID: nil, reconnection: EventReconnection(),
      maximumEventSize: 100, timer: fixture.timer
    ) { _ in
      made.update { $0 += 1 }
      if made.value == 2 { session.cancelAll() }
      return session.get("https://example.com/feed")
    }
    let updates = waitingSource(source, fixture)
    fixture.timer.advance(by: .seconds(3))
    expectEqual(updates.values, ["open", "waiting", "cancelled "])
    expectEqual(fixture.tasks.count, 1)
    expectEqual(fixture.session.parts.running.eventCount, 0)
  }

  @Test(arguments: Network.allCases) func anEventSourceThatWaitsIsCalledOnItsQueue(_ network: Network) {
    let fixture = SessionFixture()
    let queue = DispatchQueue(label: "events")
    func drain() { for _ in 0..<5 { queue.sync {} } }
    let source = EventSource(
      RequestDescription("https://example.com/feed"), network: network.over(fixture.session))
    let updates = waitingSource(source, fixture, delivery: .queue(queue))
    drain()
    queue.sync {
      fixture.session.cancelAll()
      expectEqual(updates.values, ["open", "waiting"])
    }
    drain()
    expectEqual(updates.values, ["open", "waiting", "cancelled /feed"])
  }

  @Test(arguments: Network.allCases)
  func aClosedOrReconnectedEventSourceLeavesNothingToCancel(_ network: Network) {
    let fixture = SessionFixture()
    let source = EventSource(
      RequestDescription("https://example.com/feed"), network: network.over(fixture.session))
    _ = waitingSource(source, fixture)
    fixture.timer.advance(by: .seconds(3))
    expectEqual(fixture.tasks.count, 2)
    expectEqual(fixture.session.parts.running.eventCount, 0)
    fixture.tasks[1].send(.failed(CancellationError(), phase: .head))
    source.close()
    expectEqual(fixture.session.parts.running.eventCount, 0)
  }

  @Test func noneOfAThousandRequestsGetsTheSlotOfACancelledOne() {
    let fixture = SessionFixture { $0.maximumConcurrentRequests = 10 }
    let started = (0..<1_000).map { fixture.start(.get, "https://example.com/\($0)") }
    fixture.session.cancelAll()
    expectEqual(fixture.tasks.count, 10)
    #expect(started.allSatisfy { $0.count == 1 && $0.reason == .cancelled })
    expectTrue(fixture.session.parts.running.all.isEmpty)
  }

  @Test func requestsEndInTheOrderOfTheirCreation() {
    let fixture = SessionFixture()
    let ended = Captured<Int>()
    for number in 0..<20 {
      fixture.session.get("https://example.com/\(number)")
        .response(delivery: .inline, responseSerializer: .void) { _ in ended.set(number) }
    }
    // The slot of an ended request is used again.
    fixture.tasks[3].respond(200)
    fixture.session.get("https://example.com/20")
      .response(delivery: .inline, responseSerializer: .void) { _ in ended.set(20) }
    fixture.session.cancelAll()
    expectEqual(ended.values, [3] + (0...20).filter { $0 != 3 })
  }

  @Test func laterRequestsWork() {
    let fixture = SessionFixture { $0.maximumConcurrentRequests = 1 }
    _ = fixture.start()
    _ = fixture.start()
    fixture.session.cancelAll()
    let later = fixture.start()
    fixture.tasks[1].respond(200, body: "later")
    expectEqual(later.text, "later")
  }

  @Test func aRequestStartedByAHandlerOfACancelledOneIsNotCancelled() {
    let fixture = SessionFixture { $0.maximumConcurrentRequests = 1 }
    let login = Captured<DataResponse<Data>>()
    fixture.session.get("https://example.com/a").response(delivery: .inline, responseSerializer: .data) { _ in
      fixture.session.get("https://example.com/login")
        .response(delivery: .inline, responseSerializer: .data) { login.set($0) }
    }
    _ = fixture.start(.get, "https://example.com/b")
    fixture.session.cancelAll()
    expectEqual(fixture.tasks.map(\.request.url.path), ["/a", "/login"])
    fixture.tasks[1].respond(200)
    expectNil(login.value?.error)
    expectEqual(login.values.count, 1)
  }

  @Test func aRequestThatHasNotStartedIsNotCancelled() {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/")
    fixture.session.cancelAll()
    expectEqual(request.state, .ready)
    request.resume()
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func requestsOfAnotherSessionWithTheTransportContinue() {
    let transport = ScriptedTransport()
    let sessions = (0..<2).map { _ in NetworkSession(transport: transport) }
    for session in sessions { session.get("https://example.com/").resume() }
    sessions[0].cancelAll()
    expectEqual(transport.tasks.map(\.isCancelled), [true, false])
    sessions[1].cancelAll()
  }

  @Test func aMockCancelsItsRequests() {
    let network = NetworkingMock(delivery: .held)
    network.stub(.everything, with: .status(200))
    let errors = Captured<NetworkError.Reason?>()
    network.get("user").response(delivery: .inline, responseSerializer: .data) {
      errors.set($0.error?.reason)
    }
    network.cancelAll()
    expectEqual(errors.values, [.cancelled])
    expectEqual(network.cancelCount, 1)
  }

  @Test(arguments: Network.allCases) func aMockCancelsAnEventSourceThatWaits(_ network: Network) {
    let timer = TestScheduler()
    let mock = NetworkingMock(timer: timer)
    mock.stub(.everything, with: .events([ServerSentEvent("a")]))
    let ends = Captured<NetworkError.Reason>()
    EventSource(RequestDescription("feed"), network: network.over(mock)).open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ends.set(error.reason) }
    }
    mock.cancelAll()
    expectEqual(ends.values, [.cancelled])
    expectEqual(timer.pendingCount, 0)
  }

  @Test(.heavy) func everyRequestEndsOnceIfOthersStartMeanwhile() {
    let transport = ScriptedTransport(onResume: { task in
      if task.request.url.path.hasSuffix("7") { task.respond(200) }
    })
    var configuration = SessionConfiguration()
    configuration.maximumConcurrentRequests = 16
    let session = NetworkSession(configuration: configuration, transport: transport)
    let ended = Locked<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for number in 0..<250 {
        if worker % 4 == 3 {
          session.cancelAll()
        } else {
          let id = worker * 250 + number
          session.get("https://example.com/\(id)")
            .response(delivery: .inline, responseSerializer: .void) { _ in
              ended.update { $0[id, default: 0] += 1 }
            }
        }
      }
    }
    session.cancelAll()
    expectEqual(ended.value.count, 1_500)
    #expect(ended.value.values.allSatisfy { $0 == 1 })
    expectTrue(session.parts.running.all.isEmpty)
  }
}
