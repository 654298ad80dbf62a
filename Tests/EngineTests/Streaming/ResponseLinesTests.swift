import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct ResponseLinesTests {
  private let fixture = SessionFixture()
  private let events = Captured<String>()
  private let outcome = Captured<DataResponse<Void>>()

  private struct Reading: Codable, Hashable, Sendable { var degreesNow: Int }

  private func start<Parser: StreamParser>(
    _ parser: Parser, on request: (any NetworkRequesting)? = nil
  ) -> any NetworkRequesting {
    let request = request ?? fixture.session.get("https://example.com/log")
    return request.responseStream(parsedBy: parser, queue: queue) { [events, outcome] event in
      switch event {
      case .head(let head): events.set("head \(head.status)")
      case .element(let element): events.set("\(element)")
      case .complete(let response):
        events.set(response.error.map { "\($0.reason)" } ?? "complete")
        outcome.set(response)
      }
    }
  }

  private let queue = DispatchQueue(label: "lines")

  private func send(_ chunks: String...) {
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    for chunk in chunks { fixture.tasks[0].send(.body(Data(chunk.utf8))) }
  }

  private func all() -> [String] {
    // Waits until everything handed to the queue has been delivered; each delivery requests the next.
    for _ in 0..<20 { queue.sync {} }
    return events.values
  }

  @Test func linesAreDeliveredAsTheirBytesArrive() {
    _ = start(TextLineParser())
    send("one\ntw", "o\r", "\nthr")
    expectEqual(all(), ["head 200", "one", "two"])
    fixture.tasks[0].send(.body(Data("ee".utf8)))
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(all(), ["head 200", "one", "two", "three", "complete"])
  }

  @Test func aFailureComesAfterTheCompleteLines() {
    _ = start(TextLineParser())
    send("one\ntw")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(all(), ["head 200", "one", "transport(Net.TransportPhase.body)"])
  }

  @Test func noLineFollowsACancellationByTheHandler() {
    let request = fixture.session.get("https://example.com/log")
    request.responseLines(queue: queue) { [events] event in
      switch event {
      case .head: break
      case .element(let line):
        events.set(line)
        if line == "two" { request.cancel() }
      case .complete(let response): events.set("\(response.error?.reason, default: "complete")")
      }
    }
    send("one\ntwo\nthree\n")
    expectEqual(all(), ["one", "two", "cancelled"])
  }

  @Test func aLineThatIsTooLongEndsTheRequestAndIsInTheError() throws {
    _ = start(TextLineParser(maximumLength: 3))
    send("one\nthree\nfour\n")
    expectEqual(all().prefix(2), ["head 200", "one"])
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(outcome.count, 1)
    let error = try #require(outcome.value?.error)
    guard case .serialization = error.reason else {
      Issue.record("\(error.reason)")
      return
    }
    expectEqual(
      error.underlyingError as? LineTooLong, LineTooLong(number: 2, limit: 3, beginning: Data("thr".utf8)))
    expectEqual(error.data, Data("thr".utf8))
    expectEqual(error.request?.url.path, "/log")
    expectEqual(error.response?.status, 200)
  }

  @Test func anInvalidLastLineFailsACompleteResponse() {
    _ = start(JSONLineParser(of: Int.self))
    send("1\n2\nx")
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(all().prefix(3), ["head 200", "1", "2"])
    expectEqual((outcome.value?.error?.underlyingError as? JSONLineError)?.number, 3)
    expectEqual(outcome.value?.error?.data, Data("x".utf8))
  }

  @Test(arguments: [true, false]) func theRequestsDecoderOrTheSessionsIsUsed(isOfRequest: Bool) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let fixture = SessionFixture { if !isOfRequest { $0.decoder = decoder } }
    var description = RequestDescription("https://example.com/readings")
    if isOfRequest { description.decoder = decoder }
    let got = Captured<Reading>()
    fixture.session.request(description).responseJSONLines(of: Reading.self, queue: queue) { event in
      if case .element(let reading) = event { got.set(reading) }
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("{\"degrees_now\":21}\n".utf8)))
    _ = all()
    expectEqual(got.values, [Reading(degreesNow: 21)])
  }

  @Test func aDecoderOfTheCallOverridesTheSessions() async throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let transport = MockTransport()
    transport.stub(.get("/r"), with: .text("{\"degrees_now\":1}\n{\"degrees_now\":2}"))
    var configuration = SessionConfiguration()
    configuration.decoder = JSONDecoder()
    let network = NetworkSession(configuration: configuration, transport: transport)
    var degrees: [Int] = []
    for try await reading in network.get("https://e.com/r").jsonLines(of: Reading.self, decoder: decoder) {
      degrees.append(reading.degreesNow)
    }
    expectEqual(degrees, [1, 2])
  }

  @Test func aLoopUsesTheSessionsDecoder() async throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let transport = MockTransport()
    transport.stub(.get("/r"), with: .text("{\"degrees_now\":1}\n"))
    var configuration = SessionConfiguration()
    configuration.decoder = decoder
    let network = NetworkSession(configuration: configuration, transport: transport)
    for try await reading in network.get("https://e.com/r").jsonLines(of: Reading.self) {
      expectEqual(reading.degreesNow, 1)
    }
  }

  @Test func aLoopReceivesTheLinesAndLeavingItCancels() async throws {
    let transport = MockTransport(chunkSize: 3)
    transport.stub(.get("/log"), with: .text("one\ntwo\nthree"))
    let network = NetworkSession(transport: transport)
    var lines: [String] = []
    for try await line in network.get("https://e.com/log").lines() { lines.append(line) }
    expectEqual(lines, ["one", "two", "three"])
    transport.stub(.get("/log"), with: .stream(["one\ntwo\n"]).fault(.stall(after: .body)))
    for try await line in network.get("https://e.com/log").lines() where line == "two" { break }
    expectEqual(transport.cancelCount, 1)
  }

  @Test func aLoopThrowsForAnInvalidLineAfterTheValidOnes() async throws {
    let transport = MockTransport()
    transport.stub(.get("/log"), with: .stream(["1\n2\nx\n3\n"]).fault(.stall(after: .body)))
    let numbers = Captured<Int>()
    let error = await #expect(throws: NetworkError.self) {
      let request = NetworkSession(transport: transport).get("https://e.com/log")
      for try await number in request.jsonLines(of: Int.self) { numbers.set(number) }
    }
    expectEqual(numbers.values, [1, 2])
    expectEqual((error?.underlyingError as? JSONLineError)?.number, 3)
    expectEqual(error?.data, Data("x".utf8))
    expectEqual(error?.response?.status, 200)
    expectEqual(transport.cancelCount, 1)
  }
}
