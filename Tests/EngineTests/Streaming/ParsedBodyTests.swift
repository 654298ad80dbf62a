import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a parser of the caller does to its request, and what the exchange learns of it.
@Suite struct ParsedBodyTests {
  private let fixture = SessionFixture()
  private let events = Captured<String>()

  private func start<Parser: StreamParser>(
    _ parser: Parser, on request: (any NetworkRequesting)? = nil, queue: DispatchQueue? = nil
  ) where Parser.Element == String {
    let request = request ?? fixture.session.get("https://example.com/log")
    request.stream(
      parsedBy: parser, buffer: .backPressure(), delivery: queue.map { .queue($0) } ?? .inline, call: "test"
    ) { [events] event in
      switch event {
      case .head: events.set("head")
      case .element(let element): events.set(element)
      case .complete(let response): events.set(response.error.map { "\($0.reason)" } ?? "complete")
      }
    }
  }

  private func send(_ text: String) {
    fixture.tasks[0].begin()
    fixture.tasks[0].give(text)
    fixture.tasks[0].finish()
  }

  // MARK: - A failure in the last line, which has no end

  @Test func monitorsSeeAFailureInTheLastLine() {
    start(TextLineParser(encoding: .utf8, maximumLength: 3))
    send("a\nb\nlonger")
    expectEqual(events.values.prefix(3), ["head", "a", "b"])
    expectEqual(events.values.last?.hasPrefix("serialization"), true)
    expectEqual(fixture.monitor.events.last?.hasPrefix("#1 failed serialization"), true)
    expectEqual(fixture.monitor.events.contains("#1 finished"), false)
  }

  private struct Value: Decodable, Sendable { var a: Int }

  @Test func monitorsSeeAFailureInTheLastValue() {
    let errors = Captured<NetworkError>()
    fixture.session.get("https://example.com/log").stream(
      parsedBy: JSONLineParser(of: Value.self), buffer: .backPressure(), delivery: .inline, call: "test"
    ) { if case .complete(let response) = $0 { errors.set(response.error ?? NetworkError(.cancelled)) } }
    send("{\"a\": 1}\n{\"a\": ")
    #expect(errors.value?.underlyingError is JSONLineError)
    expectEqual(errors.value?.data, Data("{\"a\": ".utf8))
    expectEqual(errors.value?.attempts, 1)
    expectEqual(fixture.monitor.events.last?.hasPrefix("#1 failed serialization"), true)
  }

  @Test func monitorsSeeAFailureInTheLastLineOnAQueue() async {
    let queue = DispatchQueue(label: "lines")
    start(TextLineParser(encoding: .utf8, maximumLength: 3), queue: queue)
    send("a\nlonger")
    for _ in 0..<20 { queue.sync {} }
    expectEqual(events.values.prefix(2), ["head", "a"])
    expectEqual(fixture.monitor.events.last?.hasPrefix("#1 failed serialization"), true)
  }

  @Test func monitorsSeeAFailureInTheLastValueOfAnAsyncSequence() async {
    let fixture = SessionFixture(onResume: { task in
      task.begin()
      task.give("{\"a\": 1}\n{\"a\": ")
      task.finish()
    })
    var values: [Int] = []
    await #expect(throws: NetworkError.self) {
      for try await value in fixture.session.get("https://example.com/log").jsonLines(of: Value.self) {
        values.append(value.a)
      }
    }
    expectEqual(values, [1])
    expectEqual(fixture.monitor.events.last?.hasPrefix("#1 failed serialization"), true)
  }

  @Test func monitorsSeeTheEndOfAnAsyncSequenceWithAnUnendedLine() async throws {
    let fixture = SessionFixture(onResume: { task in
      task.begin()
      task.give("a\nb")
      task.finish()
    })
    var lines: [String] = []
    for try await line in fixture.session.get("https://example.com/log").lines() { lines.append(line) }
    expectEqual(lines, ["a", "b"])
    expectEqual(fixture.monitor.events.last, "#1 finished")
  }

  // MARK: - A parser that touches its request

  /// A parser that emits each chunk, and calls a closure in one of its methods.
  private struct Meddler: StreamParser {
    enum Call: CaseIterable { case append, next, finish }

    let call: Call
    let act: @Sendable () -> Void
    var chunks: [String] = []

    mutating func append(_ chunk: Data) {
      if call == .append { act() }
      chunks.append(String(decoding: chunk, as: UTF8.self))
    }

    mutating func finish() { if call == .finish { act() } }

    mutating func next() throws -> String? {
      if call == .next { act() }
      return chunks.isEmpty ? nil : chunks.removeFirst()
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: Meddler.Call.allCases)
  private func aParserMayCancelItsRequest(_ call: Meddler.Call) {
    let request = fixture.session.get("https://example.com/log")
    start(Meddler(call: call) { request.cancel() }, on: request)
    send("a")
    expectEqual(events.values.last, "cancelled")
    expectEqual(events.values.filter { $0 == "cancelled" }.count, 1)
    expectEqual(events.values.contains("a"), call == .finish)
    expectEqual(fixture.monitor.events.last, "#1 failed cancelled")
  }

  @Test(.timeLimit(.minutes(5)), arguments: Meddler.Call.allCases)
  private func aParserMayWaitForAnotherThreadThatReadsTheRequest(_ call: Meddler.Call) {
    let request = fixture.session.get("https://example.com/log")
    let didRead = Captured<RequestState>()
    let meddler = Meddler(call: call) {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        didRead.set(request.state)
        request.response(delivery: .inline, responseSerializer: .void) { _ in }
        done.signal()
      }
      expectEqual(done.wait(timeout: .patience), .success)
    }
    start(meddler, on: request)
    send("a")
    #expect(didRead.count > 0)
    expectEqual(events.values.last, "complete")
  }
}
