import Foundation
import Net
import TestSupport
import Testing

struct NetworkErrorTests {
  private func request(_ url: String = "https://me:s3cret@example.com/users/1?page=2&token=s3cret") throws
    -> TransportRequest
  {
    TransportRequest(url: try #require(URL(string: url)), headers: ["Authorization": "s3cret"])
  }

  @Test func theDescriptionHasRequestReasonAndBody() throws {
    let error = NetworkError(
      .validation(.statusCode(404)), request: try request(), response: ResponseHead(status: 404),
      data: Data(#"{"message":"no such user"}"#.utf8), attempts: 3)
    #expect(
      error.description == """
        GET https://<redacted>@example.com/users/1?page=2&token=<redacted> failed: \
        the status code 404 is not acceptable. It took 3 attempts.
        The body: {"message":"no such user"}
        """)
  }

  @Test func withoutARequestTheDescriptionHasOnlyTheReason() {
    expectEqual(NetworkError(.cancelled).description, "The request failed: it was cancelled.")
  }

  @Test func theDescriptionShowsTheStatusInAdditionToOtherReasons() throws {
    let error = NetworkError(
      .validation(.contentType("text/html", acceptable: ["application/json", "a/b"])),
      request: try request("http://e.com"),
      response: ResponseHead(status: 200))
    #expect(
      error.description == """
        GET http://e.com failed: the content type text/html is not acceptable, \
        acceptable are: application/json, a/b; validate(contentType: ["*/*"]) accepts any. The status code was 200.
        """)
  }

  @Test func theTextOfAnErrorThatIsASentenceGetsNoSecondFullStop() {
    struct Sentence: Error, CustomStringConvertible { var description: String { "The server is closed." } }
    expectEqual(
      NetworkError(.transport(.connect), underlyingError: Sentence()).description,
      "The request failed: the connection failed while connecting: The server is closed.")
  }

  @Test func theDescriptionIncludesTheUnderlyingError() {
    expectEqual(
      NetworkError(.transport(.connect), underlyingError: Refused()).description,
      "The request failed: the connection failed while connecting: Refused(why: \"no\").")
    expectEqual(
      NetworkError(.validation(.custom), underlyingError: Refused()).description,
      "The request failed: a validation rule rejected the response: Refused(why: \"no\").")
  }

  @Test func theDescriptionOmitsTheURLOfAFoundationError() throws {
    let url = try #require(URL(string: "https://example.com/?token=s3cret"))
    let errors: [any Error] = [
      URLError(.cannotFindHost, userInfo: [NSURLErrorFailingURLErrorKey: url]),
      NSError(domain: "Custom", code: 7, userInfo: [NSURLErrorFailingURLErrorKey: url]),
    ]
    for underlying in errors {
      let text = NetworkError(.transport(.nameLookup), underlyingError: underlying).description
      #expect(!text.contains("s3cret"))
    }
    #expect(
      NetworkError(.transport(.nameLookup), underlyingError: errors[0]).description.contains(
        "NSURLErrorDomain -1003"))
    #expect(
      NetworkError(.transport(.nameLookup), underlyingError: errors[1]).description.contains("Custom 7"))
  }

  @Test(arguments: [
    (URLError(.notConnectedToInternet), "NSURLErrorDomain -1009 (notConnectedToInternet)"),
    (URLError(.timedOut), "NSURLErrorDomain -1001 (timedOut)"),
    (URLError(.serverCertificateUntrusted), "NSURLErrorDomain -1202 (serverCertificateUntrusted)"),
    (URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "late"]), "NSURLErrorDomain -1001, late"),
  ])
  func anErrorOfFoundationWithoutATextIsNamed(error: URLError, words: String) {
    expectEqual(
      NetworkError(.transport(.connect), underlyingError: error).description,
      "The request failed: the connection failed while connecting: \(words).")
  }

  @Test func theDescriptionShowsOnlyTheStartOfALongBody() {
    let body = String(repeating: "é", count: 200)
    let text = NetworkError(.cancelled, data: Data(("x" + body).utf8)).description
    #expect(text.hasSuffix("\nThe body has 401 bytes and begins: x" + String(repeating: "é", count: 127)))
  }

  @Test func theDescriptionOmitsABodyThatIsNotText() {
    #expect(
      NetworkError(.cancelled, data: Data([0xff, 0xfe])).description.hasSuffix(
        "\nThe body is not text (2 bytes)."))
    #expect(
      NetworkError(.cancelled, data: Data([0x61, 0xc3])).description.hasSuffix(
        "\nThe body is not text (2 bytes)."))
    #expect(
      NetworkError(.cancelled, data: Data(repeating: 0xff, count: 999)).description
        .hasSuffix("\nThe body is not text (999 bytes)."))
  }

  @Test func bytesThatAreNotTextInTheCharsetOfTheResponseAreNotDropped() {
    let head = ResponseHead(status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"])
    for bytes in [Data("abc".utf8) + [0xff], Data([0xff, 0xff]), Data([0x61, 0xc3])] {
      let text = NetworkError(.cancelled, response: head, data: bytes).description
      #expect(text.hasSuffix("\nThe body is not text (\(bytes.count) bytes)."), "\(text)")
    }
    // The cut at 4096 bytes splits a character.
    let long = Data(("x" + String(repeating: "é", count: 3_000)).utf8)
    #expect(
      NetworkError(.cancelled, response: head, data: long).description.contains("6001 bytes and begins: xéé"))
  }

  @Test func theMirrorIsCut() {
    let long = String(repeating: "q", count: 100_000)
    var dumped = ""
    let cause = NSError(domain: "d", code: 1, userInfo: [NSLocalizedDescriptionKey: long])
    dump(NetworkError(.serialization(long), underlyingError: cause), to: &dumped)
    #expect(dumped.utf8.count < 10_000)
  }

  private struct Detail: Sendable { var code = 3 }

  private enum Refusal: Error { case refused(Detail) }

  @Test func aPrivateTypeInAnErrorIsShownWithoutItsAddress() {
    let text = NetworkError(.validation(.custom), underlyingError: Refusal.refused(Detail())).description
    #expect(!text.contains("unknown context") && text.contains("Detail(code: 3)"), "\(text)")
  }

  @Test func theDescriptionOmitsAnEmptyBody() {
    expectEqual(NetworkError(.cancelled, data: Data()).description, "The request failed: it was cancelled.")
  }

  @Test(arguments: [
    (NetworkError.Reason.timeout(.idle), "it timed out: no byte was sent or received for too long"),
    (.timeout(.total), "it timed out: the request as a whole took too long"),
    (.timeout(.connect), "it timed out: the server gave no sign of life within the connect timeout"),
    (.timeout(.queue), "it timed out while waiting in the queue"),
    (.encoding, "the parameters or the body could not be encoded"),
    (.interceptor, "an interceptor failed"),
    (.serialization("no name"), "no name"),
    (.transport(.nameLookup), "the connection failed while looking up the host"),
    (.transport(.secureConnection), "the connection failed while negotiating TLS"),
    (.transport(.send), "the connection failed while sending the request"),
    (.transport(.head), "the connection failed while waiting for the response"),
    (.transport(.body), "the connection failed while reading the body of the response"),
    (.redirect(.limit(20)), "it was redirected more than 20 times"),
    (.timeout(.credential), "it timed out waiting for a credential to be refreshed"),
    (.redirect(.location("http://u:p@[")), "it was redirected to an invalid URL: http://<redacted>@["),
    (.redirect(.insecure), "it was redirected from https to http, which the policy forbids"),
    (
      .validation(.contentType(nil, acceptable: ["a/b"])),
      #"the response has no content type, acceptable are: a/b; validate(contentType: ["*/*"]) accepts any"#
    ),
    (
      .validation(.contentType("text/html", acceptable: ["text/event-stream"])),
      "the content type text/html is not acceptable, acceptable are: text/event-stream"
    ),
    (
      .invalidRequest(.bodyNotAllowed(.get)),
      "a GET request must not have a body; call sendingBodyWithGet() if the service expects one"
    ),
    (.invalidRequest(.bodyNotAllowed(.head)), "a HEAD request must not have a body"),
    (.invalidRequest(.method("G T")), "\"G T\" is not an HTTP method"),
    (
      .invalidRequest(.method("get")),
      #"Foundation would send the method "get" as "GET", which is a different method: methods are case-sensitive"#
    ),
    (
      .invalidRequest(.header(name: "Cookie", value: "s3cret\n")),
      "the header \"Cookie\": <redacted> contains characters that are not allowed in a header"
    ),
    (
      .invalidRequest(.header(name: "A", value: "b\n")),
      "the header \"A\": \"b\\n\" contains characters that are not allowed in a header"
    ),
    (
      .invalidRequest(.url("ftp://me:s3cret@e.com?token=s3cret")),
      """
      "ftp://<redacted>@e.com?token=<redacted>" is not an absolute http or https URL, \
      nor relative to a base URL of the session
      """
    ),
    (
      .invalidRequest(.url("documents:batchGet")),
      """
      "documents:batchGet" is not an absolute http or https URL, nor relative to a base URL of the session; a path whose \
      first segment has a colon is written "./documents:batchGet"
      """
    ),
    (
      .invalidRequest(.url("localhost:8080/x")),
      """
      "localhost:8080/x" is not an absolute http or https URL, nor relative to a base URL of the session; an \
      absolute URL begins with http:// or https://
      """
    ),
  ])
  func everyReasonIsDescribed(_ reason: NetworkError.Reason, _ words: String) {
    expectEqual(NetworkError(reason).description, "The request failed: \(words).")
  }

  @Test func localizedDescriptionAndInterpolationEqualTheDescription() {
    let error = NetworkError(.timeout(.total))
    expectEqual(error.localizedDescription, error.description)
    expectEqual("\(error)", error.description)
  }

  @Test func theBodyOfAnErrorIsDecoded() throws {
    let error = NetworkError(.validation(.statusCode(422)), data: Data(#"{"why":"too long"}"#.utf8))
    expectEqual(try error.decodeBody(as: Problem.self), Problem(why: "too long"))
    let inferred: Problem = try error.decodeBody()
    expectEqual(inferred, Problem(why: "too long"))
  }

  @Test func theDecoderCanBeChosen() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let error = NetworkError(.cancelled, data: Data(#"{"WHY":"x"}"#.utf8))
    #expect(throws: DecodingError.self) { try error.decodeBody(as: Problem.self) }
    let snake = NetworkError(.cancelled, data: Data(#"{"_why":"x","why_not":"y"}"#.utf8))
    expectEqual(try snake.decodeBody(as: WhyNot.self, decoder: decoder).whyNot, "y")
  }

  @Test(arguments: [nil, Data()])
  func decodingAMissingBodyThrows(_ data: Data?) {
    #expect(throws: (any Error).self) {
      try NetworkError(.cancelled, data: data).decodeBody(as: Problem.self)
    }
  }

  private struct Refused: Error {
    var why = "no"
  }

  private struct Problem: Decodable, Equatable {
    var why: String
  }

  private struct WhyNot: Decodable {
    var whyNot: String
  }
}
