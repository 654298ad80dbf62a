import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// When mocks in memory report that the body of a request is sent: before they wait, as on the wire.
@Suite(.netTesting) struct SentBodyTests {
  let timer = TestScheduler()
  let events = ReceivedEvents()

  private func session(over transport: MockTransport) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.timeouts.connect = .seconds(1)
    configuration.callbackQueue = nil
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  // MARK: - The events of a task

  @Test func theBodyIsSentBeforeADelay() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late").delay(.seconds(5)))
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, ["sent 4"])
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["sent 4", "head 200", "body late", "finished"])
  }

  @Test func theBodyIsSentBeforeADelayOfTheMock() throws {
    let transport = MockTransport(delivery: .after(.seconds(5)), timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late"))
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, ["sent 4"])
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["sent 4", "head 200", "body late", "finished"])
  }

  @Test func theBodyIsSentBeforeTheDelayOfAClosure() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a")) { _ in StubResponse.text("late").delay(.seconds(5)) }
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, ["sent 4"])
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["sent 4", "head 200", "body late", "finished"])
  }

  @Test func theBodyOfAHeldRequestIsSent() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.post("/a"), with: StubResponse.text("late").delivered(.held))
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, ["sent 4"])
    transport.pending.first?.complete()
    expectEqual(events.words, ["sent 4", "head 200", "body late", "finished"])
  }

  @Test func theBodyOfAHeldRequestWithoutAStubIsSent() throws {
    let transport = MockTransport(delivery: .held, afterEach: .test)
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, ["sent 4"])
    transport.pending.first?.complete(with: .text("by hand"))
    expectEqual(events.words, ["sent 4", "head 200", "body by hand", "finished"])
  }

  @Test func theBodyIsSentOnTheQueueBeforeADelay() throws {
    let queue = DispatchQueue(label: "delivery")
    let transport = MockTransport(delivery: .queue(queue), timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late").delay(.seconds(5)))
    queue.suspend()
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, [])
    queue.resume()
    queue.sync {}
    expectEqual(events.words, ["sent 4"])
    timer.advance(by: .seconds(5))
    queue.sync {}
    expectEqual(events.words, ["sent 4", "head 200", "body late", "finished"])
  }

  @Test func aPausedTaskSendsItsBody() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late").delay(.seconds(5)))
    let url = try #require(URL(string: "https://h/a"))
    let task = transport.task(
      for: TransportRequest(method: .post, url: url, body: .data(Data("body".utf8))), receiver: events)
    task.pause()
    task.resume()
    expectEqual(events.words, ["sent 4"])
    task.cancel()
  }

  @Test func aRequestWithoutABodySendsNone() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late").delay(.seconds(5)))
    try transport.send(.post, to: events)
    expectEqual(events.words, [])
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["head 200", "body late", "finished"])
  }

  @Test func anImmediateResponseKeepsTheOrderOfItsEvents() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.post("/a"), with: .text("now").interim(103))
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, ["sent 4", "interim 103", "head 200", "body now", "finished"])
  }

  // MARK: - Failures

  @Test func aDelayedFailureOfTheConnectionSendsNothing() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .failure(URLError(.cannotConnectToHost)).delay(.seconds(5)))
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, [])
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["failed URLError connect"])
  }

  @Test func aDelayedFaultOfTheServerFollowsTheBody() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .fault(.reset).delay(.seconds(5)))
    try transport.send(.post, body: "body", to: events)
    expectEqual(events.words, ["sent 4"])
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["sent 4", "failed ServerFault head"])
  }

  @Test func aFailureAfterTheBodyIsNotOneOfTheConnection() throws {
    let transport = MockTransport(delivery: .held, afterEach: .test)
    try transport.send(.post, body: "body", to: events)
    transport.pending.first?.fail(URLError(.networkConnectionLost))
    expectEqual(events.words, ["sent 4", "failed URLError head"])
  }

  @Test func cancellingAfterTheBodyFailsWhileWaitingForTheHead() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late").delay(.seconds(5)))
    let task = try transport.send(.post, body: "body", to: events).task
    task.cancel()
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["sent 4", "failed CancellationError head"])
  }

  @Test func cancellingWhenTheBodyIsSentDeliversOnlyTheEnd() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late").delay(.seconds(5)))
    let url = try #require(URL(string: "https://h/a"))
    let task = transport.task(
      for: TransportRequest(method: .post, url: url, body: .data(Data("body".utf8))), receiver: events)
    events.react { event in if case .sent = event { task.cancel() } }
    task.resume()
    timer.advance(by: .seconds(5))
    expectEqual(events.words, ["sent 4", "failed CancellationError head"])
    expectEqual(transport.cancelCount, 1)
  }

  // MARK: - Sessions

  @Test func theConnectTimeoutDoesNotEndADelayedUpload() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.post("/a"), with: .text("late").delay(.seconds(5)))
    let result = Captured<Result<String, NetworkError>>()
    session(over: transport).post("https://h/a", httpBody: Data("body".utf8))
      .responseString { result.set($0.result) }
    timer.advance(by: .seconds(5))
    expectEqual(try result.value?.get(), "late")
  }

  @Test func theConnectTimeoutDoesNotEndAHeldUpload() throws {
    let transport = MockTransport(delivery: .held, timer: timer, afterEach: .test)
    let result = Captured<Result<String, NetworkError>>()
    session(over: transport).post("https://h/a", httpBody: Data("body".utf8))
      .responseString { result.set($0.result) }
    timer.advance(by: .seconds(5))
    transport.pending.first?.complete(with: .text("late"))
    expectEqual(try result.value?.get(), "late")
  }

  @Test func uploadProgressArrivesBeforeADelayedResponse() throws {
    let network = NetworkingMock(delivery: .after(.seconds(5)), timer: timer, afterEach: .test)
    network.stub(.post("/a"), with: .value("late"))
    let progress = Captured<Double?>()
    network.post("/a", httpBody: Data("body".utf8))
      .uploadProgress(delivery: .inline) { progress.set($0.fraction) }
      .responseString { _ in }
    expectEqual(progress.value, 1)
    timer.advance(by: .seconds(5))
  }
}
