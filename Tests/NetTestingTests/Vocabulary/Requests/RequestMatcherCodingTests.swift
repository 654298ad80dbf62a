import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Matchers of a body decode its content codings (RFC 9110 section 8.4).
@Suite struct RequestMatcherCodingTests {
  private let json = Data(#"{"a": 1}"#.utf8)

  private func request(
    _ body: [UInt8], _ coding: String, type: String = "application/json"
  ) throws -> RecordedRequest {
    RecordedRequest(
      method: .post, url: try #require(URL(string: "https://h/a")),
      headers: ["Content-Type": type, "Content-Encoding": coding], body: Data(body))
  }

  /// Returns the lines of the report on a request that the stub with the matcher does not answer.
  private func report(_ matcher: RequestMatcher, _ request: RecordedRequest) async -> String {
    let failures = CollectedFailures()
    let transport = failures.collect { MockTransport() }
    transport.stub(matcher, with: .status(200))
    let network = NetworkSession(transport: transport)
    _ = await network.post(request.url, httpBody: request.body, headers: request.headers).response(.data)
    return failures.messages.joined(separator: "\n")
  }

  @Test(arguments: [("gzip", ZlibFormat.gzip), ("x-gzip", .gzip), ("GZIP", .gzip), ("deflate", .zlib)])
  func compressedJSONMatches(coding: String, format: ZlibFormat) throws {
    let request = try request(try json.deflated(format), coding)
    #expect(RequestMatcher.json(equals: ["a": 1]).matches(request))
    #expect(RequestMatcher.json(contains: ["a": 1]).matches(request))
    #expect(!RequestMatcher.json(equals: ["a": 2]).matches(request))
  }

  @Test func twoCodingsAreUndone() throws {
    let once = Data(try json.deflated(.gzip))
    let request = try request(try once.deflated(.zlib), "gzip, deflate")
    #expect(RequestMatcher.json(equals: ["a": 1]).matches(request))
  }

  @Test func aCompressedFormMatches() throws {
    let body = try Data("a=1&b=c+d".utf8).deflated(.gzip)
    let request = try request(body, "gzip", type: "application/x-www-form-urlencoded")
    #expect(RequestMatcher.form(contains: ["b": "c d"]).matches(request))
    #expect(RequestMatcher.form(equals: ["b": "c d", "a": "1"]).matches(request))
  }

  @Test func aCompressedMultipartBodyMatches() throws {
    let text = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"
    let request = try request(
      try Data(text.utf8).deflated(.gzip), "gzip", type: "multipart/form-data; boundary=x")
    #expect(RequestMatcher.multipart(part: "a", text: "1").matches(request))
  }

  @Test func theBodyItselfStaysCompressed() throws {
    let bytes = try json.deflated(.gzip)
    let request = try request(bytes, "gzip")
    expectEqual(request.body, Data(bytes))
    #expect(RequestMatcher.body(equals: Data(bytes)).matches(request))
    #expect(!RequestMatcher.body(equals: json).matches(request))
  }

  @Test func aBodyThatIsNotCompressedMatchesInSpiteOfItsField() throws {
    #expect(RequestMatcher.json(equals: ["a": 1]).matches(try request(Array(json), "gzip")))
    #expect(RequestMatcher.json(equals: ["a": 1]).matches(try request(Array(json), "identity")))
    #expect(RequestMatcher.json(equals: ["a": 1]).matches(try request(Array(json), "aws-chunked")))
  }

  @Test func aTruncatedBodyDoesNotMatch() throws {
    let bytes = try json.deflated(.gzip)
    for count in bytes.indices {
      #expect(!RequestMatcher.json(equals: ["a": 1]).matches(try request(Array(bytes[..<count]), "gzip")))
    }
  }

  @Test(.heavy) func aBodyThatDecodesToTooMuchIsNotDecoded() throws {
    let big = Data("{\"a\": 1}".utf8) + Data(repeating: 0x20, count: 16 << 20)
    #expect(!RequestMatcher.json(equals: ["a": 1]).matches(try request(try big.deflated(.gzip), "gzip")))
  }

  @Test func aNearMissNamesTheCoding() async throws {
    let matcher = RequestMatcher.post("/a") && .json(equals: ["a": 2])
    let text = await report(matcher, try request(try json.deflated(.gzip), "gzip"))
    #expect(text.contains("JSON body (decoded from gzip) at a: expected 2, got 1"), "\(text)")
    let damaged = await report(matcher, try request(try json.deflated(.gzip).dropLast(9).map(\.self), "gzip"))
    #expect(damaged.contains("(not decoded: Content-Encoding is gzip"), "\(damaged)")
  }

  @Test func aServerMatchesACompressedBody() async throws {
    let server = MockServer()
    server.stub(.post("/x") && .json(equals: ["a": 1]), with: .text("found"))
    try server.start()
    defer { server.stop() }
    let request = NetworkSession().post(
      server.baseURL.appending(path: "x"), httpBody: Data(try json.deflated(.gzip)),
      headers: [.contentEncoding("gzip"), .contentType("application/json")])
    expectEqual(try await request.string(), "found")
  }
}
