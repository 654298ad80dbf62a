import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Which requests an event source sends again after its connection has ended.
@Suite struct EventSourceRepetitionTests {
  private let fixture = SessionFixture()
  private let ends = Captured<NetworkError?>()
  private let head = ResponseHead(status: 200, headers: ["Content-Type": "text/event-stream"])

  private enum Ending: CaseIterable {
    case end, loss
  }

  private static let text = RequestContent.data(Data("q".utf8), contentType: nil)
  private static let readOnce = RequestContent.stream(
    BodyStream(isRepeatable: false, inputStream: { InputStream(data: Data("q".utf8)) }))

  /// Opens a source, whose first connection ends after an event, and returns how often it has connected after 3 s.
  private func connections(
    _ method: HTTPMethod, headers: HTTPHeaders = [:], content: RequestContent? = nil, after ending: Ending,
    reconnection: EventReconnection? = nil
  ) -> Int {
    let description = RequestDescription(
      "https://example.com/feed", method: method, headers: headers, content: content)
    let source = EventSource(description, network: fixture.session, reconnection: reconnection)
    source.open(delivery: .inline) { [ends] update in
      if case .ended(let result) = update { ends.set(result.error) }
    }
    fixture.tasks[0].send(.head(head))
    fixture.tasks[0].send(.body(Data("id: 1\ndata: a\n\n".utf8)))
    switch ending {
    case .end: fixture.tasks[0].send(.finished(TransportTimings()))
    case .loss: fixture.tasks[0].send(.failed(Broken(), phase: .body))
    }
    fixture.timer.advance(by: .seconds(3))
    source.close()
    return fixture.tasks.count
  }

  @Test(arguments: [HTTPMethod.post, .patch, HTTPMethod(rawValue: "CHAT")])
  func aRequestThatIsNotIdempotentCompletesWhenTheServerEndsTheStream(method: HTTPMethod) {
    expectEqual(connections(method, content: Self.text, after: .end), 1)
    expectEqual(ends.count, 1)
    #expect(ends.values.compactMap(\.self).isEmpty)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test(arguments: [HTTPMethod.post, .patch, HTTPMethod(rawValue: "CHAT")])
  func aRequestThatIsNotIdempotentFailsWhenItsConnectionIsLost(method: HTTPMethod) {
    expectEqual(connections(method, content: Self.text, after: .loss), 1)
    expectEqual(ends.count, 1)
    expectEqual(ends.value??.reason, .transport(.body))
    expectEqual(ends.value??.request?.method, method)
  }

  @Test func aBodyThatCanBeReadOnceIsNotSentAgain() {
    expectEqual(connections(.put, content: Self.readOnce, after: .loss), 1)
    expectEqual(ends.value??.reason, .transport(.body))
  }

  @Test func aFormThatCanBeReadOnceIsNotSentAgain() {
    var form = MultipartFormData()
    form.append(
      stream: BodyStream(isRepeatable: false, inputStream: { InputStream(data: Data("q".utf8)) }), name: "a",
      fileName: "a")
    expectEqual(connections(.put, content: .multipart(form), after: .loss), 1)
    expectEqual(ends.value??.reason, .transport(.body))
  }

  @Test(arguments: [HTTPMethod.get, .put, .query, HTTPMethod(rawValue: "REPORT")])
  func anIdempotentRequestIsSentAgain(method: HTTPMethod) {
    expectEqual(connections(method, content: method == .get ? nil : Self.text, after: .end), 2)
    expectEqual(ends.count, 0)
  }

  @Test func anIdempotencyKeyAllowsToSendTheRequestAgain() {
    expectEqual(connections(.post, headers: ["idempotency-key": "1"], content: Self.text, after: .loss), 2)
  }

  @Test func aReconnectionThatIsPassedAppliesToEveryRequest() {
    let count = connections(
      .post, content: Self.text, after: .loss, reconnection: EventReconnection(maximumRetries: 1))
    expectEqual(count, 2)
    expectEqual(fixture.tasks.last?.request.headers["Last-Event-ID"], "1")
  }

  @Test func neverReconnectingCompletesAStreamThatTheServerEnds() {
    expectEqual(connections(.get, after: .end, reconnection: .never), 1)
    expectEqual(ends.count, 1)
    #expect(ends.values.compactMap(\.self).isEmpty)
  }

  @Test func neverReconnectingFailsAStreamThatIsLost() {
    expectEqual(connections(.get, after: .loss, reconnection: .never), 1)
    expectEqual(ends.value??.reason, .transport(.body))
  }
}
