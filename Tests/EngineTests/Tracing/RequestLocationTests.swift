import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Which line of source a trace names for a request.
@Suite struct RequestLocationTests {
  private let recorder = TraceRecorder()
  private let session: NetworkSession

  init() {
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    let transport = MockTransport()
    transport.stub(.everything, with: .text("a"))
    session = NetworkSession(configuration: configuration, transport: transport)
  }

  private func send(_ request: any NetworkRequesting) {
    request.response(delivery: .inline, responseSerializer: .data) { _ in }
  }

  private var lines: [Trace.Location?] { recorder.trace.requests.map(\.location) }

  private func here(_ line: Int = #line) -> Trace.Location {
    Trace.Location(file: "EngineTests/RequestLocationTests.swift", line: line)
  }

  @Test func theLineIsThatOfTheVerb() {
    let expected = [here(#line + 1), here(#line + 2), here(#line + 3), here(#line + 4)]
    send(session.get("https://h.io/"))
    send(session.post("https://h.io/", jsonObject: ["a": 1]))
    send(session.put("https://h.io/", httpBody: Data()))
    send(session.upload(.data(Data(), contentType: nil), to: "https://h.io/"))
    expectEqual(lines, expected)
  }

  @Test func aDescriptionsLocationIsTheLineThatCreatesIt() {
    let description = RequestDescription("https://h.io/")
    send(session.request(description))
    expectEqual(lines, [here(#line - 2)])
  }

  @Test func aFunctionThatWrapsAVerbCanPassItsCallersLine() {
    func login(fileID: StaticString = #fileID, line: UInt = #line) {
      send(session.post("https://h.io/login", fileID: fileID, line: line))
    }
    login()
    expectEqual(lines, [here(#line - 1)])
  }

  @Test func theLineOfAHandshakeIsThatOfItsVerb() {
    session.webSocket("wss://h.io/chat").connect { _ in }
    _ = session.openWebSocket(WebSocketDescription("wss://h.io/chat")) { _ in }
    expectEqual(lines, [here(#line - 2), here(#line - 1)])
  }

  @Test func theLineOfAValidationInTheBackgroundIsThatOfTheVerbThatCausedIt() {
    let time = TestScheduler()
    let transport = MockTransport(timer: time)
    transport.stub(
      .everything,
      with: .text("a").header("ETag", "\"1\"").header(
        "Cache-Control", "max-age=1, stale-while-revalidate=100"))
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    configuration.cache = .memory(limit: 1 << 20)
    let session = NetworkSession(configuration: configuration, transport: transport, timer: time)
    send(session.get("https://h.io/"))
    time.advance(by: .seconds(5))
    let expected = here(#line + 1)
    send(session.get("https://h.io/"))
    expectEqual(transport.requests.count, 2)
    expectEqual(lines.dropFirst(), [expected, expected])
  }
}
