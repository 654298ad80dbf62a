import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct RequestMatcherMultipartTests {
  private let body = """
    a preamble\r
    --XX\r
    Content-Disposition: form-data; name="title"\r
    \r
    Me\r
    --XX \r
    content-disposition: form-data; filename="my \\"own\\".png"; name="image"\r
    Content-Type: image/PNG; q=1\r
    \r
    two\r
    lines\r
    --XX\r
    Content-Disposition: form-data; name="a%22b"\r
    \r
    \r
    --XX--\r
    an epilogue
    """

  private func request(
    _ body: String? = nil, type: String = "multipart/form-data; charset=utf-8; boundary=\"XX\""
  ) throws -> RecordedRequest {
    var request = try recorded(.post, "https://h/a")
    request.headers["Content-Type"] = type
    request.body = Data((body ?? self.body).utf8)
    return request
  }

  @Test(arguments: [
    RequestMatcher.multipart(part: "title"), .multipart(part: "title", text: "Me"),
    .multipart(part: "image", fileName: #"my "own".png"#),
    .multipart(part: "image", contentType: "image/png"),
    .multipart(part: "image", contentType: "Image/png ; charset=x"),
    .multipart(part: "image", data: Data("two\r\nlines".utf8)), .multipart(part: #"a"b"#, text: ""),
  ])
  func anExistingPartMatches(_ matcher: RequestMatcher) throws {
    #expect(matcher.matches(try request()))
    #expect(matcher.matches(try request(type: "Multipart/Form-Data;boundary=XX")))
  }

  @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "a\"b", "a%0Ab", "a%22b", #"a\b"#, "\n\u{301}", "%"])
  func everyNameThatASessionSendsMatches(_ name: String) async throws {
    let transport = MockTransport()
    let matcher = RequestMatcher.multipart(part: name, fileName: name, data: Data("c".utf8))
    transport.stub(.everything, with: .status(200))
    var form = MultipartFormData()
    form.append(Data("c".utf8), name: name, fileName: name, contentType: "text/plain")
    _ = await NetworkSession(transport: transport).upload(.multipart(form), to: "https://h/a").response(.data)
    #expect(matcher.matches(try #require(transport.requests.first)))
  }

  @Test(arguments: [
    RequestMatcher.multipart(part: "none"), .multipart(part: "title", text: "You"),
    .multipart(part: "title", fileName: "x"), .multipart(part: "image", contentType: "image/gif"),
    .multipart(part: "image", fileName: #"my "own".png"#, data: Data("three".utf8)),
  ])
  func aMissingPartDoesNotMatch(_ matcher: RequestMatcher) throws {
    #expect(!matcher.matches(try request()))
  }

  @Test func aParameterWithoutAValueIsSkipped() throws {
    let head = "Content-Disposition: form-data; flag; name=\"a\""
    #expect(RequestMatcher.multipart(part: "a").matches(try request("--XX\r\n\(head)\r\n\r\n\r\n--XX--\r\n")))
  }

  @Test func theDescriptionNamesWhatIsExpectedOfThePart() {
    let matcher = RequestMatcher.multipart(part: "image", fileName: "me.png", contentType: "image/png")
    expectEqual(matcher.description, #"multipart with part "image", filename "me.png", image/png"#)
  }

  @Test func aPartMatchesBeforeACombiningMark() throws {
    let head = "Content-Disposition: form-data; name=\"\u{301}a%22\u{301}\"; filename=\u{301}b"
    let request = try request("--XX\r\n\(head)\r\nContent-Type:\u{301}\r\n\r\n\r\n--XX--\r\n")
    #expect(RequestMatcher.multipart(part: "\u{301}a\"\u{301}", fileName: "\u{301}b").matches(request))
  }

  @Test(arguments: [
    "one\r\n--XXL", "one\r\n--XX-", "one\r\n--XX two", "one\r\n --XX", "one\r\n--XX--more",
  ])
  func aLineThatOnlyBeginsLikeTheDelimiterIsContent(_ text: String) throws {
    let part = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n--XX--\r\n"
    #expect(RequestMatcher.multipart(part: "a", text: text).matches(try request(part)))
  }

  @Test func aPartAfterTheLastDelimiterIsNotRead() throws {
    let part = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n"
    let body = "\(part)--XX--\r\n\(part.replacing("\"a\"", with: "\"b\""))--XX--\r\n"
    #expect(RequestMatcher.multipart(part: "a", text: "one").matches(try request(body)))
    #expect(!RequestMatcher.multipart(part: "b").matches(try request(body)))
  }

  @Test(arguments: [
    "text/plain", "multipart/form-data", "multipart/mixed; boundary=XX", "multipart/form-data; boundary=",
  ])
  func anotherContentTypeDoesNotMatch(_ type: String) throws {
    #expect(!RequestMatcher.multipart(part: "title").matches(try request(type: type)))
  }

  @Test(arguments: [
    "", "--XX", "--XX\r\n", "--XX\r\n\r\n--XX", "--XX--", "--XX\r\nno field\r\n\r\nx\r\n--XX--",
    "--XX\r\nA: b",
    "\r\n\r\n--XX\r\n\r\n\r\n--XX\r\n\r\n\r\n",
  ])
  func anInvalidMultipartBodyDoesNotMatch(_ body: String) throws {
    #expect(!RequestMatcher.multipart(part: "title").matches(try request(body)))
  }

  @Test(arguments: [
    ("a", #"\\server\x.txt"#), (#"a\"#, "f"), ("a", #"end\"#), (#"a\\b"#, #"f\"#), (#"a\""#, #"\"b"#),
    (#"\"#, #"\"#),
  ])
  func namesWithBackslashesMatchAsASessionSendsThem(name: String, fileName: String) async throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .status(200))
    var form = MultipartFormData()
    form.append(Data("c".utf8), name: name, fileName: fileName, contentType: "text/plain")
    _ = await NetworkSession(transport: transport).upload(.multipart(form), to: "https://h/a").response(.data)
    let request = try #require(transport.requests.first)
    #expect(RequestMatcher.multipart(part: name, fileName: fileName).matches(request))
    #expect(RequestMatcher.multipart(part: name, text: "c").matches(request))
    #expect(!RequestMatcher.multipart(part: name, fileName: fileName + "x").matches(request))
    #expect(!RequestMatcher.multipart(part: name + "x", fileName: fileName).matches(request))
  }

  @Test func theReportNamesTheParts() throws {
    let criterion = try #require(RequestMatcher.multipart(part: "file", text: "x").criteria.first)
    expectEqual(criterion.expected, #"part "file", x"#)
    expectEqual(
      criterion.actual(try request()),
      "part \"title\", no type, Me; part \"image\", filename \"my \"own\".png\", image/png, two\nlines; "
        + "part \"a\"b\", no type, none")
    expectEqual(criterion.actual(try request(type: "a/b")), "no multipart/form-data")
  }
}
