import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Files that deviate from HAR 1.2, and parts of the standard that few tools use.
@Suite(.netTesting) struct UncommonCassetteTests {
  private func entries(log: String) throws -> [Cassette.Entry] {
    try Cassette(parsing: Data("{\"log\": \(log)}".utf8), file: "t.har").entries
  }

  private func entries(response: String, beside: String = "") throws -> [Cassette.Entry] {
    let request = #""request": {"method": "GET", "url": "https://h/a"}"#
    return try entries(
      log: """
        {"version": "1.2", "entries": [{\(request), "response": \(response)\(beside)},
         {\(request), "response": {"status": 200, "content": {"text": "good"}}}]}
        """)
  }

  @Test(arguments: [
    #"{"status": -1}"#, #"{"status": -2}"#, #"{"status": 0}"#, #"{"status": null}"#, "{}", "null",
    #"{"status": -1, "statusText": "", "headers": [], "content": {"size": -1, "mimeType": "x-unknown"}}"#,
  ])
  func anEntryWithoutAResponseIsParsedAsAFailure(response: String) throws {
    let entries = try entries(response: response)
    expectEqual(entries.count, 2)
    expectNil(entries.first?.response)
    expectEqual(entries.first?.failure?.text, "no response was recorded")
    expectEqual(entries.last?.response?.body, Data("good".utf8))
  }

  @Test func anEntryWithoutAResponseReplaysAsAFailedRequest() async throws {
    let text = #"""
      {"log": {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "https://h/a"},
      "response": {"status": -1, "_failureText": "net::ERR_ABORTED"}}]}}
      """#
    try await CassetteFixtures.with(text) { file in
      let replay = RecordingTransport(MockTransport(), cassette: file)
      let events = try replay.receive(.get, "https://h/a")
      expectEqual(events.words.last?.contains("failed"), true, "\(events.words)")
    }
  }

  @Test func aPlaywrightFailureIsParsedAlongWithTheStatus() throws {
    let entry = try entries(
      response: #"{"status": 200, "content": {"size": -1}, "_failureText": "net::ERR_ABORTED"}"#
    ).first
    expectEqual(entry?.failure?.text, "net::ERR_ABORTED")
    expectEqual(entry?.failure?.phase, .body)
    expectNil(entry?.response?.missingBody)
  }

  @Test func aFailedTransferWithAnUnsavedBodyHasAMissingBody() throws {
    let entry = try entries(
      response: #"{"status": 200, "content": {"size": 12}, "_error": "net::ERR_CONNECTION_RESET"}"#
    ).first
    expectEqual(entry?.response?.missingBody, "the file does not contain the 12 bytes received")
  }

  @Test(arguments: ["", #", "content": null"#, #", "content": {}"#, #", "content": {"size": 0}"#])
  func aBodyThatWasSentAndNotSavedIsMissing(content: String) throws {
    let sizes = [#""bodySize": 123"#, #""headers": [{"name": "Content-Length", "value": "123"}]"#]
    for size in sizes {
      let entry = try entries(response: #"{"status": 200, \#(size)\#(content)}"#).first
      expectEqual(entry?.response?.missingBody, "the file does not contain the 123 bytes received")
    }
  }

  @Test(arguments: ["", #", "encoding": "base64""#])
  func anEmptyTextBesideASizeIsAMissingBody(encoding: String) throws {
    let content = #"{"size": 5, "text": ""\#(encoding)}"#
    let entry = try entries(response: #"{"status": 200, "content": \#(content)}"#).first
    expectEqual(entry?.response?.missingBody, "the file does not contain the 5 bytes received")
    let none = try entries(response: #"{"status": 204, "content": \#(content)}"#).first
    expectNil(none?.response?.missingBody)
  }

  @Test func theNameOfBase64HasNoCase() throws {
    let content = #"{"text": "aGk=", "encoding": "Base64"}"#
    let entry = try entries(response: #"{"status": 200, "content": \#(content)}"#).first
    expectEqual(entry?.response?.body, Data("hi".utf8))
  }

  @Test func anEmptyTextBesideParametersIsNoBody() throws {
    let data = #"{"mimeType": "", "text": "", "params": [{"name": "a", "value": "b c"}]}"#
    let request = #"{"method": "POST", "url": "https://h/a", "postData": \#(data)}"#
    let entry = try entries(log: #"{"entries": [{"request": \#(request)}]}"#).first
    expectEqual(entry?.request.body, Data("a=b%20c".utf8))
  }

  @Test func whitespaceAroundAFieldValueIsRemoved() throws {
    let fields = ##"[{"name": "A", "value": " x y\t"}, {"name": "B", "value": " \n1 \n "}, {"name": "C"}]"##
    let entry = try entries(response: ##"{"status": 200, "headers": \##(fields)}"##).first
    expectEqual(entry?.response?.headers.map { "\($0.name)=\($0.value)" }, ["A=x y", "B=1", "C="])
  }

  @Test func anEmptyTextIsAnEmptyBody() throws {
    let content = #""content": {"size": 0, "text": ""}"#
    let entry = try entries(response: #"{"status": 200, "bodySize": 20, \#(content)}"#).first
    expectNil(entry?.response?.missingBody)
  }

  @Test func halfASurrogatePairDoesNotMakeTheFileUnreadable() throws {
    for text in [#"a\ud83d"#, #"a\ude00"#, #"a\ud83d\u0041"#, #"a\ud83d\n"#] {
      let entries = try entries(response: #"{"status": 200, "content": {"text": "\#(text)"}}"#)
      expectEqual(entries.count, 2)
      expectEqual(
        entries.first?.response.map { String(decoding: $0.body, as: UTF8.self) }?.hasPrefix("a\u{fffd}"), true
      )
    }
  }

  @Test func aNumberThatIsTooLargeDoesNotMakeTheFileUnreadable() throws {
    let entries = try entries(
      response: #"{"status": 200, "content": {"text": "a"}}"#, beside: #", "time": 1e400, "_x": -1e400"#)
    expectEqual(entries.count, 2)
  }

  @Test(arguments: [#""entries": []"#, #""version": "", "entries": []"#, #""version": 1.2, "entries": []"#])
  func aMissingVersionIsAccepted(log: String) throws {
    #expect(try entries(log: "{\(log)}").isEmpty)
  }

  @Test(arguments: [
    #"{"status": 200}"#, #"{"status": 200, "content": null}"#, #"{"status": 200, "content": {"size": 0}}"#,
    #"{"status": 200, "headers": null, "cookies": null, "headersSize": null, "content": {}}"#,
    #"{"status": 200, "httpVersion": "h2", "_transferSize": 12, "_x": {"y": []}}"#,
    #"{"status": 200, "httpVersion": "unknown", "statusText": null, "redirectURL": null}"#,
    #"{"status": "200", "headers": [{"name": "X-A"}]}"#, #"{"status": 200.0, "content": {"encoding": null}}"#,
  ])
  func missingResponseFieldsAreEmpty(response: String) throws {
    let entry = try entries(response: response).first
    expectEqual(entry?.response?.status, 200)
    expectEqual(entry?.response?.body, Data())
  }

  @Test func base64WithLineBreaksIsDecoded() throws {
    let entry = try entries(
      response: #"{"status": 200, "content": {"text": "Z29\r\nvZA==\n", "encoding": "base64"}}"#
    ).first
    expectEqual(entry?.response?.body, Data("good".utf8))
  }

  @Test(arguments: [
    #"1546300800"#, #""yesterday""#, "null", #""2019-01-01T00:00:00Z""#,
    #""2019-01-01T00:00:00.1234567+01:00""#,
  ])
  func anInvalidDateIsAccepted(date: String) throws {
    expectEqual(try entries(response: #"{"status": 200}"#, beside: ", \"startedDateTime\": \(date)").count, 2)
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    let text = "\u{feff}{\"log\": {\"version\": \"1.2\", \"entries\": []}}"
    #expect(try Cassette(parsing: Data(text.utf8), file: "t.har").entries.isEmpty)
  }

  @Test(arguments: [
    "data:text/plain,a", "blob:https://h/1-2", "chrome-extension://a/b.js", "about:blank", "wss://h/socket",
    "file:///a",
  ])
  func entriesWithOtherURLSchemesAreSkipped(url: String) throws {
    let log = """
      {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "\(url)"}, "response": {"status": 200}}]}
      """
    #expect(try entries(log: log).isEmpty)
  }
}
