import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The body of a response has one consumer: another one fails at once, and changes nothing for the first.
@Suite struct SecondConsumerTests {
  private let fixture = SessionFixture()

  private static let alreadyStarted = NetworkError.Reason.transfer(.alreadyStarted)

  private func request() -> any NetworkRequesting { fixture.session.get("https://example.com/log") }

  /// Loops over the body in every way.
  private static let loops: [@Sendable (any NetworkRequesting) async throws -> Void] = [
    { for try await _ in $0.chunks() {} },
    { for try await _ in $0.lines() {} },
    { for try await _ in $0.events() {} },
    { for try await _ in $0.jsonLines(of: Int.self) {} },
    { for try await _ in $0.parsed(by: LineParser()) {} },
  ]

  /// Handlers of the body in every way; each returns the reason of the end.
  private static let handlers: [@Sendable (any NetworkRequesting, Captured<NetworkError.Reason?>) -> Void] = [
    { request, reasons in
      request.responseStream(delivery: .inline) {
        if case .complete(let response) = $0 { reasons.set(response.error?.reason) }
      }
    },
    { request, reasons in
      request.responseStream(queue: DispatchQueue(label: "log")) {
        if case .complete(let response) = $0 { reasons.set(response.error?.reason) }
      }
    },
    { request, reasons in
      request.responseLines(queue: DispatchQueue(label: "log")) {
        if case .complete(let response) = $0 { reasons.set(response.error?.reason) }
      }
    },
  ]

  /// Starts a stream whose first line has arrived and whose second one has not.
  private func running() async throws -> (
    request: any NetworkRequesting, lines: ParsedElements<TextLineParser>.Iterator
  ) {
    let request = request()
    let lines = request.lines()
    let first = Task {
      var iterator = lines.makeAsyncIterator()
      let line = try await iterator.next()
      return Box(iterator: iterator, line: line)
    }
    while fixture.tasks.first?.hasStarted != true { await Task.yield() }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("a\nb")
    let box = try await first.value
    expectEqual(box.line, "a")
    return (request, box.iterator)
  }

  // Only one task uses the iterator at a time: the first has ended.
  private struct Box: @unchecked Sendable {
    let iterator: ParsedElements<TextLineParser>.Iterator
    let line: String?
  }

  private static func inACancelledTask(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { try await body() }
      try await group.waitForAll()
    }
  }

  /// Ends the stream, and expects the rest of it.
  private func expectTheRest(_ lines: ParsedElements<TextLineParser>.Iterator) async throws {
    var lines = lines
    fixture.tasks[0].finish()
    expectEqual(try await lines.next(), "b")
    expectNil(try await lines.next())
  }

  @Test(arguments: loops.indices) func aSecondLoopFailsAtOnce(_ loop: Int) async throws {
    let (request, lines) = try await running()
    let error = await #expect(throws: NetworkError.self) { try await Self.loops[loop](request) }
    expectEqual(error?.reason, Self.alreadyStarted)
    try await expectTheRest(lines)
  }

  @Test(arguments: loops.indices)
  func cancellingTheTaskOfASecondLoopDoesNotCancelTheFirst(_ loop: Int) async throws {
    let (request, lines) = try await running()
    await #expect(throws: CancellationError.self) {
      try await Self.inACancelledTask { try await Self.loops[loop](request) }
    }
    try await expectTheRest(lines)
  }

  @Test(arguments: handlers.indices) func aSecondHandlerFailsAtOnce(_ handler: Int) async throws {
    let (request, lines) = try await running()
    let reasons = Captured<NetworkError.Reason?>()
    Self.handlers[handler](request, reasons)
    expectEqual(await reasons.next(within: .patience), Self.alreadyStarted)
    try await expectTheRest(lines)
  }

  @Test func aSecondIteratorOfTheSameSequenceFailsAtOnce() async throws {
    let transport = MockTransport(chunkSize: 1)
    transport.stub(.everything, with: .text("abc"))
    let chunks = NetworkSession(transport: transport).get("https://example.com/log").chunks()
    let first = chunks.makeAsyncIterator()
    expectEqual(try await first.next(), Data("a".utf8))
    let error = await #expect(throws: NetworkError.self) {
      let second = chunks.makeAsyncIterator()
      _ = try await second.next()
    }
    expectEqual(error?.reason, Self.alreadyStarted)
    expectEqual(try await first.next(), Data("b".utf8))
    expectEqual(transport.cancelCount, 0)
  }

  @Test func anIteratorThatWasNotUsedCancelsNothing() async throws {
    let transport = MockTransport(chunkSize: 1)
    transport.stub(.everything, with: .text("ab"))
    let chunks = NetworkSession(transport: transport).get("https://example.com/log").chunks()
    _ = chunks.makeAsyncIterator()
    var text = ""
    for try await chunk in chunks {
      _ = chunks.makeAsyncIterator()
      text += String(decoding: chunk, as: UTF8.self)
    }
    expectEqual(text, "ab")
  }

  @Test func aLoopInACancelledTaskSendsNothing() async {
    let request = request()
    await #expect(throws: CancellationError.self) {
      try await Self.inACancelledTask { for try await _ in request.chunks() {} }
    }
    expectTrue(fixture.tasks.isEmpty)
    expectEqual(request.state, .cancelled)
  }

  @Test func aHandlerOfARequestForItsBodyFailsAtOnceAndTheFirstContinues() {
    let (request, reasons) = (request(), Captured<NetworkError.Reason?>())
    let texts = Captured<String?>()
    request.response(delivery: .inline, responseSerializer: .string) { texts.set($0.value) }
    request.responseStream(delivery: .inline) {
      if case .complete(let response) = $0 { reasons.set(response.error?.reason) }
    }
    expectEqual(reasons.values, [Self.alreadyStarted])
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(texts.values, ["hello"])
  }

  @Test func aTypedMockDoesTheSame() {
    let (network, reasons) = (NetworkingMock(delivery: .held), Captured<NetworkError.Reason?>())
    network.stub(.everything, with: .value(URL(filePath: "/tmp/a")))
    let request = network.get("https://example.com/log").resume()
    // The mock also fails the test, because the calls configure the request after its start.
    withKnownIssue {
      request.download { reasons.set($0.error?.reason) }
      request.responseStream(delivery: .inline) {
        if case .complete(let response) = $0 { reasons.set(response.error?.reason) }
      }
    }
    expectEqual(reasons.values, [Self.alreadyStarted, Self.alreadyStarted])
    request.cancel()
  }
}
