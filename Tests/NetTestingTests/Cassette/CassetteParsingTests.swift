import Foundation
import Net
import NetTesting
import TestSupport
import Testing

private let plainRequest = #""request": {"method": "GET", "url": "https://h/"}"#

@Suite struct CassetteParsingTests {
  private func cassette(_ text: String) throws -> Cassette {
    try Cassette(parsing: Data(text.utf8), file: "t.har")
  }

  private func error(of text: String) throws -> CassetteError? {
    do throws(CassetteError) {
      _ = try Cassette(parsing: Data(text.utf8), file: "t.har")
      return nil
    } catch {
      return error
    }
  }

  private func har(_ entry: String) -> String {
    #"{"log": {"version": "1.2", "creator": {}, "entries": [\#(entry)]}}"#
  }

  private func har(content: String, headers: String = "[]") -> String {
    har(
      """
      {"request": {"method": "GET", "url": "https://h/a"},
       "response": {"status": 200, "headers": \(headers), "content": \(content)}}
      """)
  }

  @Test func chromePseudoHeadersAreDropped() throws {
    let entries = try cassette(CassetteFixtures.chrome).entries
    let first = try #require(entries.first)
    expectEqual(first.request.description, "GET https://api.example.com/users/trentm?page=1")
    expectEqual(first.request.headers.map(\.name), ["accept", "user-agent"])
    expectEqual(first.response?.status, 200)
    expectEqual(first.response?.body, Data(#"{"name": "Trent"}"#.utf8))
    expectEqual(first.response?.httpVersion, "http/2.0")
    expectEqual(first.timings.wait, .microseconds(79_100))
    expectNil(first.timings.connect)
  }

  @Test func joinedChromeHeadersAreSplit() throws {
    let first = try cassette(CassetteFixtures.chrome).entries.first
    expectEqual(first?.response?.headers.values(for: "Set-Cookie"), ["a=1; Path=/", "b=2; Path=/"])
  }

  @Test func forbiddenURLCharactersAreEscapedOnce() throws {
    let urls = [
      "https://h/a?page[number]=3&q=a%20b|c", "https://h/ü%20x?a=50%", "data:text/plain,a b\\n",
      "about:blank",
    ]
    let entries = urls.map {
      #"{"request": {"method": "GET", "url": "\#($0)"}, "response": {"status": 200, "headers": [], "content": {}}}"#
    }
    expectEqual(
      try cassette(har(entries.joined(separator: ","))).entries.map(\.request.url.absoluteString),
      [
        "https://h/a?page%5Bnumber%5D=3&q=a%20b%7Cc", "https://h/%C3%BC%20x?a=50%25",
      ])
  }

  @Test func entriesThatAreNotHTTPAreSkipped() throws {
    let urls = try cassette(CassetteFixtures.chrome).entries.map(\.request.url.absoluteString)
    expectEqual(urls.map { $0.hasPrefix("https:") }, [true, true, true, true, true])
  }

  @Test func aBinaryBodyIsDecoded() throws {
    let body = try cassette(CassetteFixtures.chrome).entries[1].response?.body
    expectEqual(body, Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  }

  @Test func statusZeroIsAFailure() throws {
    let entries = try cassette(CassetteFixtures.chrome).entries
    expectNil(entries[2].response)
    expectEqual(entries[2].failure?.text, "net::ERR_BLOCKED_BY_CLIENT")
  }

  @Test func anUnsavedBodyIsMarkedAsMissing() throws {
    let entries = try cassette(CassetteFixtures.chrome).entries
    expectEqual(entries[3].response?.missingBody, "the file does not contain the 5120 bytes received")
    expectNil(entries[0].response?.missingBody)
  }

  @Test func firefoxFormsAndCharsetsAreParsed() throws {
    let entries = try cassette(CassetteFixtures.firefox).entries
    expectEqual(entries.map { $0.response?.status }, [302, 200])
    expectEqual(entries[0].request.body, Data("username=dasdom&password=1234".utf8))
    expectEqual(entries[1].response?.body, Data([0x47, 0x72, 0xfc, 0xdf, 0x65]))
  }

  @Test func datesWithTimeZonesAndMicrosecondsAreParsed() throws {
    let firefox = try cassette(CassetteFixtures.firefox).entries[0].startedAt
    #expect(abs(firefox.timeIntervalSince1970 - 1_740_823_200.25) < 0.001)
    let mitmproxy = try cassette(CassetteFixtures.mitmproxy).entries[0].startedAt
    #expect(abs(mitmproxy.timeIntervalSince1970 - 1_740_823_200.123) < 0.002)
  }

  @Test func mitmproxyFilesAreParsed() throws {
    let entries = try cassette(CassetteFixtures.mitmproxy).entries
    expectEqual(entries[0].request.body, Data(#"{"title":"Milk"}"#.utf8))
    expectEqual(entries[0].response?.body, Data(#"{"id":1}"#.utf8))
    expectEqual(entries[1].failure?.text, "Connection refused")
  }

  @Test func formParametersBecomeTheBodyIfTheTextIsMissing() throws {
    let text = har(
      """
      {"request": {"method": "POST", "url": "https://h/a", "postData": {"mimeType": "application/x-www-form-urlencoded",
        "params": [{"name": "q", "value": "a b"}, {"name": "n"}]}},
       "response": {"status": 200, "content": {}}}
      """)
    expectEqual(try cassette(text).entries.first?.request.body, Data("q=a%20b&n=".utf8))
  }

  @Test func parametersOfAMultipartFormBecomeItsParts() throws {
    let text = har(
      #"""
      {"request": {"method": "POST", "url": "https://h/a",
        "postData": {"mimeType": "multipart/form-data; boundary=\"b\"",
          "params": [{"name": "say \"q\"", "value": "a b"},
            {"name": "f", "fileName": "a\r\n.txt", "contentType": "text/plain", "value": "é"}]}},
       "response": {"status": 200, "content": {}}}
      """#)
    var form = MultipartFormData(boundary: "b")
    form.append("a b", name: "say \"q\"")
    form.append(Data("é".utf8), name: "f", fileName: "a\r\n.txt", contentType: "text/plain")
    let transport = MockTransport()
    transport.stub(.post("https://h/a"), with: .status(204))
    NetworkSession(transport: transport).upload(.multipart(form), to: "https://h/a")
      .response(delivery: .inline, responseSerializer: .data) { _ in }
    let body = try #require(transport.requests.first).body
    expectEqual(try cassette(text).entries.first?.request.body, body)
    expectNotNil(body.range(of: Data("%0D%0A.txt".utf8)))
  }

  @Test func aBodyThatIsStillCompressedIsMissing() throws {
    let text = har(
      content: #"{"size": 3, "mimeType": "text/plain", "text": "H4sIAAAA", "encoding": "base64"}"#,
      headers: #"[{"name": "Content-Encoding", "value": "gzip"}]"#)
    expectEqual(try cassette(text).entries.first?.response?.missingBody?.contains("gzip"), true)
  }

  @Test(arguments: [
    ("{", "", "not JSON: a key is missing at byte 1"),
    (#"{"log": null}"#, "log", "expected an object, got null"),
    ("[]", "log", "expected an object, got nothing"),
    (#"{"log": {"version": [], "entries": []}}"#, "log.version", "expected a string, got an array"),
    (
      #"{"log": {"version": "2.0", "entries": []}}"#, "log.version",
      #"HAR "2.0" is not known; 1.1, 1.2 and 1.3 are"#
    ),
    (#"{"log": {"version": "1.2"}}"#, "log.entries", "expected an array, got nothing"),
  ])
  func anInvalidFileThrowsWithTheJSONPath(text: String, path: String, words: String) throws {
    let error = try #require(try error(of: text))
    expectEqual(error.file, "t.har")
    expectEqual(error.path, path)
    expectEqual(error.description, ["t.har", path, words].filter { !$0.isEmpty }.joined(separator: ": "))
  }

  @Test(arguments: [
    ("1", "log.entries[0]", "expected an object, got the number 1"),
    ("{\(plainRequest), \"response\": 1}", "log.entries[0].response", "expected an object, got the number 1"),
    (
      #"{"request": {"method": "GET", "url": ""}}"#, "log.entries[0].request.url",
      #"expected an absolute URL, got the text """#
    ),
    (
      "{\(plainRequest), \"response\": {\"status\": \"OK\"}}", "log.entries[0].response.status",
      #"expected a whole number, got the text "OK""#
    ),
    (
      "{\(plainRequest), \"response\": {\"status\": 200, \"headers\": [{\"name\": \"A\", \"value\": 1}]}}",
      "log.entries[0].response.headers[0].value", "expected a string, got the number 1"
    ),
    (
      #"{"request": {"method": "POST", "url": "https://h/", "postData": {"text": "%", "_encoding": "base64"}}}"#,
      "log.entries[0].request.postData.text", #"expected Base64, got the text "%""#
    ),
  ])
  func anInvalidEntryIsSkippedAndTheOthersAreParsed(entry: String, path: String, words: String) throws {
    let good = "{\(plainRequest), \"response\": {\"status\": 200}}"
    let cassette = try cassette(har("\(entry), \(good)"))
    expectEqual(cassette.entries.map { $0.response?.status }, [200])
    expectEqual(cassette.skipped.map(\.path), [path])
    expectEqual(cassette.skipped.map(\.description), ["t.har: \(path): \(words)"])
  }

  @Test func aResponseWithInvalidBase64HasNoBody() throws {
    let cassette = try cassette(har(content: #"{"size": 1, "text": "%", "encoding": "base64"}"#))
    expectTrue(cassette.skipped.isEmpty)
    expectEqual(cassette.entries.first?.response?.missingBody, "its Base64 in the file is not valid")
  }

  @Test func aMissingFileThrowsWithItsPath() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
    let error = #expect(throws: CassetteError.self) { try Cassette(contentsOf: file) }
    expectEqual(error, CassetteError(file: file.path, .missing))
  }

  @Test func aFolderThrowsUnreadable() throws {
    let error = #expect(throws: CassetteError.self) {
      try Cassette(contentsOf: FileManager.default.temporaryDirectory)
    }
    guard case .unreadable = error?.reason else { return expectNil(error?.reason) }
  }

  @Test func aFileOverTheSizeLimitThrows() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // A sparse file, which takes no space on disk.
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(Cassette.maximumSize) + 1)
    try handle.close()
    let error = #expect(throws: CassetteError.self) { try Cassette(contentsOf: file) }
    expectEqual(error?.reason, .tooLarge(bytes: Cassette.maximumSize + 1, limit: Cassette.maximumSize))
  }
}
