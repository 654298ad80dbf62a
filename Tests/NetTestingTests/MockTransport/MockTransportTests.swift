import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockTransportTests {
  let transport = MockTransport(chunkSize: 3, afterEach: .test)

  @Test func eventsArriveInOrder() throws {
    transport.stub(.post("/a"), with: .data(Data("abcdefgh".utf8)))
    let events = try transport.send(.post, body: "12345").received
    expectEqual(events.words, ["sent 5", "head 200", "body abc", "body def", "body gh", "finished"])
  }

  @Test func withoutBodiesOnlyHeadAndEndAreDelivered() throws {
    transport.stub(.get("/a"), with: .status(204))
    expectEqual(try transport.send().received.words, ["head 204", "finished"])
  }

  @Test func nothingIsDeliveredBeforeResume() throws {
    transport.stub(.get("/a"), with: .status(204))
    let events = ReceivedEvents()
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let task = transport.task(for: request, receiver: events)
    expectEqual(events.words, [])
    expectTrue(transport.requests.isEmpty)
    expectEqual(transport.resumeCount, 0)
    task.resume()
    expectEqual(events.words, ["head 204", "finished"])
  }

  @Test func resumingTwiceIsCountedAndSendsOnce() throws {
    transport.stub(.get("/a"), with: .status(204))
    let (events, task) = try transport.send()
    task.resume()
    expectEqual(transport.resumeCount, 2)
    expectEqual(transport.requests.count, 1)
    expectEqual(events.words.count, 2)
  }

  @Test func aRequestIsRecordedBeforeItsStubIsChosen() throws {
    transport.stub(.everything) { [transport] request in .text("\(transport.requests == [request])") }
    expectEqual(try transport.send().received.words, ["head 200", "body tru", "body e", "finished"])
  }

  @Test func requestsAreRecordedWithTheirBodies() throws {
    transport.stub(.everything, with: .status(200))
    try transport.send(.get, "https://h/a")
    try transport.send(.put, "https://h/b?c=d", body: "x")
    expectEqual(transport.requests.map(\.description), ["GET https://h/a", "PUT https://h/b?c=d"])
    expectEqual(transport.lastRequest?.body, Data("x".utf8))
  }

  @Test(arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
  func responsesThatMustNotHaveABodyHaveNone(method: String, status: Int) throws {
    transport.stub(.everything, with: .data(Data("abc".utf8)).status(status))
    let events = try transport.send(HTTPMethod(rawValue: method)).received
    expectEqual(events.words, ["head \(status)", "finished"])
  }

  @Test func contentLengthIsAdded() throws {
    transport.stub(.get("/a"), with: .text("abcd"))
    let head = try #require(try transport.send().received.head)
    expectEqual(head.headers["Content-Length"], "4")
    expectEqual(head.url?.absoluteString, "https://h/a")
  }

  @Test func aWrongContentLengthOfAStubIsCorrected() throws {
    transport.stub(.get("/a"), with: .text("abcd").header("content-length", "9"))
    expectEqual(try transport.send().received.head?.headers.values(for: "Content-Length"), ["4"])
  }

  @Test func otherFieldsThatDelimitTheBodyAndPaddingAreNotDelivered() throws {
    transport.stub(
      .get("/a"), with: .text("abcd").header("Transfer-Encoding", "chunked").header("X-A", " a b\t"))
    let headers = try #require(try transport.send().received.head?.headers)
    expectNil(headers["Transfer-Encoding"])
    expectEqual(headers["X-A"], "a b")
  }

  @Test func optionsOfTheConnectionAreDelivered() throws {
    let rows = [("Upgrade", "Upgrade"), ("a, Close,b", "a, b, close"), ("Keep-Alive", "keep-alive")]
    for (options, delivered) in rows {
      transport.stub(.get("/a"), with: .status(426).header("Upgrade", "h2c").header("Connection", options))
      expectEqual(try transport.send().received.head?.headers.values(for: "Connection"), [delivered])
    }
  }

  @Test func aStubsContentLengthIsKeptWhereItIsThatOfAnotherBody() throws {
    transport.stub(.everything, with: .status(304).header("Content-Length", "9"))
    expectEqual(try transport.send().received.head?.headers.values(for: "Content-Length"), ["9"])
    transport.stub(.everything, with: .text("abcd").header("Content-Length", "9"))
    expectEqual(try transport.send(.head).received.head?.headers.values(for: "Content-Length"), ["9"])
  }

  @Test func aFailureIsTheOnlyEvent() throws {
    transport.stub(.get("/a"), with: .failure(NSError(domain: "Describe your error here", code: 404)))
    let events = try transport.send().received
    let error = try #require(events.error) as NSError
    expectEqual(events.words, ["failed NSError connect"])
    expectEqual(error.domain, "Describe your error here")
    expectEqual(error.code, 404)
  }

  @Test func aSequenceRespondsInOrder() throws {
    transport.stub(.get("/a"), withSequence: [.status(503), .status(200)])
    expectEqual(try transport.send().received.words.first, "head 503")
    expectEqual(try transport.send().received.words.first, "head 200")
  }

  @Test func aClosureReceivesTheRequest() throws {
    transport.stub(.post("/echo")) { request in .data(request.body) }
    #expect(try transport.send(.post, "https://h/echo", body: "abc").received.words.contains("body abc"))
  }

  @Test func nextDataAnswersUnmatchedRequests() throws {
    transport.stub(.get("/b"), with: .status(404))
    transport.nextData = Data("{}".utf8)
    expectEqual(try transport.send().received.words, ["head 200", "body {}", "finished"])
    expectEqual(try transport.send(.get, "https://h/b").received.words.first, "head 404")
  }

  @Test func nextResponseIsTheHeadOfNextData() throws {
    transport.nextData = Data("{}".utf8)
    transport.nextResponse = ResponseHead(status: 201, headers: ["X": "y"])
    let events = try transport.send().received
    expectEqual(events.words, ["head 201", "body {}", "finished"])
    expectEqual(events.head?.headers["X"], "y")
  }

  @Test func nextErrorOverridesNextData() throws {
    transport.nextData = Data("{}".utf8)
    transport.nextError = URLError(.timedOut)
    expectEqual(try transport.send().received.error as? URLError, URLError(.timedOut))
    transport.nextError = nil
    expectNil(try transport.send().received.error)
  }

  /// An error that calls a closure when it is released.
  private final class ReleasedError: Error {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
  }

  @Test func aFormerNextErrorMayCallTheTransportWhenItIsReleased() {
    let released = Locked(0)
    transport.nextError = ReleasedError { [transport] in
      released.update { $0 += 1 }
      expectNil(transport.nextError)
    }
    transport.nextError = nil
    expectEqual(released.value, 1)
  }

  @Test func aFormerNextDataMayCallTheTransportWhenItIsReleased() {
    let released = Locked(0)
    transport.nextData = .reporting { [transport] in
      released.update { $0 += 1 }
      expectNil(transport.nextData)
    }
    transport.nextData = nil
    expectEqual(released.value, 1)
  }

  @Test func aBodyStreamIsRecordedInFull() throws {
    transport.stub(.everything, with: .status(204))
    let body = RequestBody.stream(BodyStream { InputStream(data: Data("streamed".utf8)) })
    let events = ReceivedEvents()
    let url = try #require(URL(string: "https://h/a"))
    transport.task(for: TransportRequest(method: .post, url: url, body: body), receiver: events).resume()
    expectEqual(transport.lastRequest?.body, Data("streamed".utf8))
    expectEqual(events.words, ["sent 8", "head 204", "finished"])
  }

  @Test func anUnreadableBodyFailsTheTask() throws {
    let missing = URL(fileURLWithPath: "/nonexistent/photo.png")
    let events = ReceivedEvents()
    let url = try #require(URL(string: "https://h/a"))
    transport.task(for: TransportRequest(method: .put, url: url, body: .file(missing)), receiver: events)
      .resume()
    expectEqual(events.error as? RequestBodyError, .fileMissing(missing))
    expectTrue(transport.requests.isEmpty)
  }
}
