import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct WebSocketReportTests {
  private let failures = CollectedFailures()

  private func network() -> NetworkingMock { failures.collect { NetworkingMock() } }

  @Test func anUnscriptedConnectionIsReportedWithTheNearestStubs() {
    let network = network()
    network.stub(.webSocket("/chats"), with: .script { _ in })
    network.stub(.get("/chat"), with: .json("{}"), times: 0)
    let client = ReceivedUpdates(network.webSocket("/chat"))
    #expect(client.failure?.underlyingError is UnmatchedRequest)
    expectEqual(failures.messages.count, 1)
    let report = failures.messages.first ?? ""
    #expect(report.contains("webSocket /chats"))
    #expect(report.contains("path: expected /chats, got /chat"))
    #expect(
      report.contains("network.stub(.webSocket(\"https://mock.invalid/chat\"), with: .script { peer in … })"))
  }

  @Test func anUnexpectedMessageIsReportedAtTheLineOfTheExpectation() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(.text("hi"), line: 7) })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    client.send(.text("ho"))
    expectEqual(failures.lines, [7])
    expectEqual(
      failures.messages.first?.contains(#"expected the text "hi", and received the text "ho""#), true)
    expectEqual(client.error, .closed(WebSocketClosure(code: .policyViolation, reason: "unexpected message")))
  }

  @Test func aMessageThatLooksLikeTheExpectedOneIsReportedWithTheDifference() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(.data(Data([1, 2, 3]))) })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    client.send(.data(Data([1, 2, 4])))
    expectEqual(failures.messages.first?.contains("received 3 bytes; they differ at byte 2: 03, 04."), true)
  }

  @Test(arguments: [WebSocketMessage.text(#"{"id":2}"#), .text("hi"), .data(Data(#"{"id":1}"#.utf8))])
  func anotherMessageThanTheExpectedJSONIsReported(_ message: WebSocketMessage) {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(json: ["id": 1], line: 7) })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    client.send(message)
    expectEqual(failures.lines, [7])
    expectEqual(failures.messages.first?.contains(#"expected the JSON {"id":1}, and received "#), true)
  }

  @Test func aSecretThatDiffersInTheExpectedJSONIsReportedAsHidden() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(json: ["token": "hunter1"]) })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    client.send(.text(#"{ "token": "hunter2" }"#))
    let message = failures.messages.first ?? ""
    #expect(message.contains("; values differ (hidden).") && !message.contains("hunter"), "\(message)")
  }

  @Test func aValueThatCannotBeExpectedAsJSONIsReported() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(json: [Double.nan], line: 7) })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    expectEqual(failures.messages.first?.hasPrefix("The value cannot be expected as JSON: "), true)
    expectEqual(failures.lines, [7])
    client.send(.text("[null]"))
    expectEqual(client.error, .closed(WebSocketClosure(code: .policyViolation, reason: "unexpected message")))
  }

  @Test func aPredicateSelectsTheExpectedMessage() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect("a greeting", line: 8) { $0.count > 3 } })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    client.send(.text("ho"))
    expectEqual(failures.lines, [8])
    expectEqual(failures.messages.first?.contains("expected a greeting"), true)
  }

  @Test func anExpectationThatIsNotMetIsReportedAtTheEndOfTheConnection() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(.text("hi"), line: 9) })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    expectTrue(failures.messages.isEmpty)
    client.close()
    expectEqual(failures.lines, [9])
    expectEqual(failures.messages.first?.contains("ended while its script expected the text \"hi\""), true)
  }

  @Test func anExpectationAfterTheEndOfTheConnectionIsReported() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { _ in })
    ReceivedUpdates(network.webSocket("/chat")).close()
    network.webSockets.last?.expect(.text("hi"), line: 9)
    expectEqual(failures.lines, [9])
    expectEqual(failures.messages.first?.contains("ended while its script expected the text \"hi\""), true)
    network.webSockets.last?.expect(.text("ho"), line: 10)
    expectEqual(failures.lines, [9])
  }

  @Test func anExpectationThatAScriptStatesAfterItsCloseIsReported() {
    let network = network()
    network.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.close(.normal)
        peer.expect(.text("hi"), line: 9)
      })
    _ = ReceivedUpdates(network.webSocket("/chat"))
    expectEqual(failures.lines, [9])
  }

  @Test func anExpectationAfterTheEndIsMetByWhatTheClientHasSent() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { _ in })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    client.send(.text("hi"))
    client.send(.text("ho"))
    client.close(.goingAway)
    let peer = network.webSockets.last
    peer?.expect(.text("hi"), line: 9)
    peer?.expectClose(.goingAway, line: 10)
    expectTrue(failures.messages.isEmpty)
    peer?.expectClose(.normal, line: 11)
    peer?.expect(.text("hey"), line: 12)
    expectEqual(failures.lines, [11, 12])
  }

  @Test func aScriptMayExpectTheAnswerToItsClose() {
    let network = network()
    network.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.close(.normal)
        peer.expectClose(.normal)
      })
    _ = ReceivedUpdates(network.webSocket("/chat"))
    expectTrue(failures.messages.isEmpty)
  }

  @Test func anExpectationAfterARefusedMessageIsNotReportedToo() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(.text("hi"), line: 7) })
    ReceivedUpdates(network.webSocket("/chat")).send(.text("ho"))
    network.webSockets.last?.expect(.text("hey"), line: 8)
    expectEqual(failures.lines, [7])
  }

  @Test func anUnexpectedCloseCodeIsReported() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expectClose(.normal, line: 10) })
    ReceivedUpdates(network.webSocket("/chat")).close(.goingAway)
    expectEqual(failures.lines, [10])
    expectEqual(failures.messages.first?.contains("expected a close with code 1000, and received 1001"), true)
  }

  @Test func aSecretInAMessageIsNotShown() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.expect(.text("hi")) })
    ReceivedUpdates(network.webSocket("/chat")).send(.text(#"{"password": "s3cret"}"#))
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("s3cret"), false)
  }

  @Test func aScriptForAnOrdinaryRequestIsReported() {
    let network = network()
    network.stub(.get("/chat"), with: .script { _ in })
    network.get("/chat").resume()
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("A script answers only handshakes"), true)
  }

  @Test func aCloseCodeThatCannotBeSentIsReported() {
    let network = network()
    network.stub(.webSocket("/chat"), with: .script { $0.close(.abnormal, line: 11) })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    expectEqual(failures.lines, [11])
    expectEqual(client.error, .connectionLost)
  }

  @Test func anOpenConnectionIsNamedAtTheEndOfTheTest() {
    failures.collect {
      let scope = TestScope(checksLeaks: true)
      TestScope.$current.withValue(scope) {
        let network = NetworkingMock(afterEach: .test)
        network.stub(.webSocket("/chat"), with: .script { _ in })
        let client = ReceivedUpdates(network.webSocket("/chat"))
        scope.end()
        expectTrue(client.hasEnded)
      }
    }
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("GET https://mock.invalid/chat, an open WebSocket"), true)
  }
}
