import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Header fields that frame a message, set by a caller, a session or an adapter.
@Suite struct FramingTests {
  private let body = RequestContent.data(Data("hello".utf8), contentType: "text/plain")

  /// Starts a request with these headers and returns the reason of its failure or the request that the
  /// transport received.
  private func sent(
    _ headers: HTTPHeaders, _ method: HTTPMethod = .post, content: RequestContent? = nil
  ) -> (reason: NetworkError.Reason?, request: TransportRequest?) {
    let fixture = SessionFixture()
    let started = fixture.start(method, headers: headers, content: content)
    return (started.reason, fixture.tasks.first?.request)
  }

  @Test(
    arguments: [
      ["Content-Length": "5"], ["content-length": " 5 "], ["Content-Length": "005"],
      ["Content-Length": "5", "CONTENT-LENGTH": "5"], ["Content-Length": "5, 5"],
    ] as [HTTPHeaders])
  func aCorrectLengthIsLeftToTheTransport(headers: HTTPHeaders) {
    let (reason, request) = sent(headers, content: body)
    expectNil(reason)
    #expect(request != nil && request?.headers.contains("Content-Length") == false)
  }

  @Test(arguments: [
    "4", "6", "0", "", "five", "-5", "+5", "5.0", "0x5", "5, 6", "5,", "99999999999999999999", "٥",
  ])
  func aWrongLengthFailsBeforeSending(value: String) {
    let (reason, request) = sent(["Content-Length": value], content: body)
    expectEqual(reason, .invalidRequest(.contentLength(value, body: 5)))
    expectNil(request)
  }

  @Test func contentLengthFieldsThatDifferFail() {
    let (reason, _) = sent(["Content-Length": "5", "content-length": "6"], content: body)
    expectEqual(reason, .invalidRequest(.contentLength("5, 6", body: 5)))
  }

  @Test func withoutABodyTheLengthIsZero() {
    expectNil(sent(["Content-Length": "0"], .get).reason)
    expectNil(sent(["Content-Length": "0"], .post).reason)
    expectEqual(sent(["Content-Length": "1"], .get).reason, .invalidRequest(.contentLength("1", body: 0)))
  }

  @Test func theErrorDescriptionHasBothLengths() {
    let text = InvalidRequest.contentLength("4", body: 5).description
    #expect(text.contains("\"4\"") && text.contains("5 bytes"))
  }

  @Test(arguments: [
    ("Transfer-Encoding", "chunked"), ("transfer-encoding", "identity"),
    ("Transfer-Encoding", "gzip, chunked"),
    ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Connection", "keep-alive, X-A"),
    ("TE", "gzip, trailers"),
  ])
  func fieldsReservedForTheTransportFail(name: String, value: String) {
    let (reason, request) = sent([name: value], content: body)
    expectEqual(reason, .invalidRequest(.connectionHeader(name: name, value: value)))
    expectNil(request)
  }

  @Test(arguments: [
    ("Connection", "close"), ("Connection", "Keep-Alive"), ("TE", "trailers"), ("Connection", "TE, close"),
    ("Expect", "100-continue"), ("Trailer", "X-A"), ("X-Upgrade", "1"), ("Content-Lengt", "9"),
  ])
  func harmlessConnectionFieldsAreSent(name: String, value: String) {
    let (reason, request) = sent([name: value], content: body)
    expectNil(reason)
    expectEqual(request?.headers[name], value)
  }

  // MARK: - Host

  @Test func severalHostsFailBeforeSending() {
    let (reason, request) = sent(["Host": "a.example", "X-A": "1", "host": "b.example"])
    expectEqual(reason, .invalidRequest(.repeatedHost(["a.example", "b.example"])))
    expectNil(request)
    let text = InvalidRequest.repeatedHost(["a.example", "b.example"]).description
    #expect(text.contains("\"a.example\" and \"b.example\""))
  }

  @Test(
    arguments: [
      ["Host": "a.example"], ["Host": "a.example", "HOST": "a.example"],
      ["host": "a.example", "X-A": "1", "Host": " a.example"],
    ] as [HTTPHeaders])
  func equalHostsAreSentOnce(headers: HTTPHeaders) {
    let (reason, request) = sent(headers)
    expectNil(reason)
    expectEqual(request?.headers.values(for: "Host"), ["a.example"])
  }

  @Test func theHostOfARequestReplacesThatOfItsSession() {
    let fixture = SessionFixture { $0.headers = ["Host": "a.example"] }
    _ = fixture.start(headers: ["Host": "b.example"])
    expectEqual(fixture.tasks.first?.request.headers.values(for: "Host"), ["b.example"])
  }

  @Test func aSecondHostOfAnAdapterFails() {
    let fixture = SessionFixture {
      $0.headers = ["Host": "a.example"]
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          var request = request
          request.headers.add(name: "Host", value: "b.example")
          done(.success(request))
        })
      ]
    }
    expectEqual(fixture.start().reason, .invalidRequest(.repeatedHost(["a.example", "b.example"])))
    expectTrue(fixture.tasks.isEmpty)
  }

  // MARK: - Sources of fields

  @Test func aFieldOfTheSessionIsChecked() {
    let fixture = SessionFixture { $0.headers = ["Content-Length": "5"] }
    expectEqual(fixture.start(.get).reason, .invalidRequest(.contentLength("5", body: 0)))
    expectNil(fixture.start(.post, content: body).reason)
  }

  @Test func aFieldOfAnAdapterIsChecked() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          var request = request
          request.headers.add(name: "Content-Length", value: "7")
          done(.success(request))
        })
      ]
    }
    expectEqual(fixture.start(.post, content: body).reason, .invalidRequest(.contentLength("7", body: 5)))
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func anAdapterMayChangeTheBodyWithoutTheLength() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          var request = request
          request.body = .data(Data("hi".utf8))
          done(.success(request))
        })
      ]
    }
    expectNil(fixture.start(.post, headers: ["Content-Length": "5"], content: body).reason)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func aFieldOfARedirectClosureIsChecked() {
    let fixture = SessionFixture {
      $0.redirects = .modify { _, request in
        var request = request
        request.headers.add(name: "Content-Length", value: "7")
        return request
      }
    }
    let started = fixture.start(.post, content: body)
    fixture.tasks[0].respond(307, headers: ["Location": "/b"])
    expectEqual(started.reason, .invalidRequest(.contentLength("7", body: 5)))
  }

  @Test func aRetryKeepsTheLength() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onRetry: { $1($0.attempts < 2 ? .retry(after: .zero) : .pass) })
      ]
    }
    let started = fixture.start(.put, headers: ["Content-Length": "5"], content: body)
    fixture.tasks[0].respond(503)
    fixture.tasks[1].respond(200, body: "done")
    expectEqual(started.text, "done")
  }

  @Test func aMockedRequestIsCheckedToo() async {
    let mock = NetworkingMock()
    let response = await mock.request(
      RequestDescription(
        "https://example.com/a", method: .post, headers: ["Content-Length": "4"], content: body)
    ).response(.data)
    expectEqual(response.error?.reason, .invalidRequest(.contentLength("4", body: 5)))
  }

  // MARK: - Streams

  private func stream(_ text: String, count: Int64? = nil) -> RequestContent {
    .stream(BodyStream(count: count) { Whole(rest: Data(text.utf8)) }, contentType: nil)
  }

  private struct Whole: BodyReader {
    var rest: Data

    mutating func read(atMost count: Int) -> Data? {
      defer { rest = Data() }
      return rest.isEmpty ? nil : rest
    }
  }

  @Test func aStreamOfAnotherKnownLengthFails() {
    let (reason, _) = sent(["Content-Length": "4"], content: stream("hello", count: 5))
    expectEqual(reason, .invalidRequest(.contentLength("4", body: 5)))
  }

  @Test func aStreamOfUnknownLengthGetsTheGivenLength() throws {
    let (reason, request) = sent(["Content-Length": "5"], content: stream("hello"))
    expectNil(reason)
    expectEqual(request?.body.count, 5)
    expectEqual(try request?.body.contents(), Data("hello".utf8))
  }

  @Test(arguments: ["4", "6"]) func aStreamThatDoesNotMatchTheGivenLengthFails(length: String) throws {
    let request = try #require(sent(["Content-Length": length], content: stream("hello")).request)
    #expect(throws: RequestBodyError.self) { try request.body.contents() }
  }

  @Test func anInvalidLengthOfAStreamFails() {
    let (reason, _) = sent(["Content-Length": "many"], content: stream("hello"))
    expectEqual(reason, .invalidRequest(.contentLength("many", body: nil)))
  }
}
