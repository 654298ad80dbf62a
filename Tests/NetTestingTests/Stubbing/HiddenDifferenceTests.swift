import Foundation
import Net
import NetTesting
import Testing

/// If a request differs only in a secret, the report says so and shows neither value.
@Suite struct HiddenDifferenceTests {
  private func report(
    _ matcher: RequestMatcher, _ url: String = "https://h/a", headers: HTTPHeaders = [:], body: String = ""
  ) throws -> String {
    try report(matcher, url, headers: headers, bytes: Data(body.utf8))
  }

  private func report(
    _ matcher: RequestMatcher, _ url: String = "https://h/a", headers: HTTPHeaders = [:], bytes: Data
  ) throws -> String {
    var table = StubTable { "transport.stub(\($0), with: \($1))" }
    table.add(
      Stub(
        matcher, answers: [.response(.status(200))], count: .always,
        place: SourcePlace(file: "/t.swift", line: 1)))
    var request = try recorded(.post, url, headers: headers)
    request.body = bytes
    let text = table.report(for: request)
    #expect(!text.contains("hunter"), "\(text)")
    return text
  }

  private let form: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]

  @Test func aFormReportsWhichFieldDiffers() throws {
    let text = try report(
      .form(equals: ["user": "ada", "password": "hunter1"]), headers: form, body: "user=ada&password=hunter2")
    #expect(text.contains("password: values differ (hidden)"), "\(text)")
    #expect(!text.contains("user: values differ"), "\(text)")
  }

  @Test func aFormReportsHiddenAndVisibleDifferences() throws {
    let text = try report(
      .form(equals: ["user": "ada", "password": "hunter1"]), headers: form, body: "user=bob&password=hunter2")
    #expect(text.contains("got user=bob&password=<redacted>; password: values differ (hidden)"), "\(text)")
  }

  @Test func aFormDoesNotReportAnEqualSecret() throws {
    let text = try report(
      .form(equals: ["user": "ada", "password": "hunter1"]), headers: form, body: "user=bob&password=hunter1")
    #expect(!text.contains("differ"), "\(text)")
  }

  @Test func aQueryReportsWhichPairDiffers() throws {
    let text = try report(
      .query(equals: ["token": "hunter1", "page": "2"]), "https://h/a?page=2&token=hunter2")
    #expect(text.contains("token: values differ (hidden)"), "\(text)")
  }

  @Test func aQueryPairReportsAHiddenDifference() throws {
    let text = try report(.query(contains: ["token": "hunter1"]), "https://h/a?token=hunter2")
    #expect(text.contains("query token: expected <redacted>, got another value, <redacted>"), "\(text)")
  }

  @Test func aHeaderReportsAHiddenDifference() throws {
    let text = try report(.header("X-Api-Key", equals: "hunter1"), headers: ["X-Api-Key": "hunter2"])
    #expect(text.contains("header X-Api-Key: expected <redacted>, got another value, <redacted>"), "\(text)")
  }

  @Test func aHeaderWithAURLReportsAHiddenDifference() throws {
    let text = try report(
      .header("Referer", equals: "https://h/?token=hunter1"), headers: ["Referer": "https://h/?token=hunter2"]
    )
    #expect(text.contains("the values differ only in hidden parts"), "\(text)")
  }

  @Test func cookiesReportAHiddenDifference() throws {
    let text = try report(.header("Cookie", equals: "sid=hunter1"), headers: ["Cookie": "sid=hunter2"])
    #expect(text.contains("got another value, <redacted>"), "\(text)")
  }

  @Test func aJSONMemberReportsAHiddenDifference() throws {
    let text = try report(.json(equals: ["password": "hunter1"]), body: #"{"password": "hunter2"}"#)
    #expect(
      text.contains("JSON body at password: expected <redacted>, got another value, <redacted>"), "\(text)")
  }

  @Test func aURLInJSONReportsAHiddenDifference() throws {
    let text = try report(
      .json(equals: ["next": "https://h/?token=hunter1"]), body: #"{"next": "https://h/?token=hunter2"}"#)
    #expect(text.contains("values differ (hidden)"), "\(text)")
  }

  @Test func aBodyReportsAHiddenDifference() throws {
    let text = try report(.body(equals: "password=hunter1"), body: "password=hunter2")
    #expect(
      text.contains(
        "body: expected password=<redacted>, got password=<redacted>; the values differ only in hidden parts"),
      "\(text)")
  }

  @Test func aMultipartPartReportsAHiddenDifference() throws {
    let body = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2\r\n--b--\r\n"
    let text = try report(
      .multipart(part: "password", text: "hunter1"),
      headers: ["Content-Type": "multipart/form-data; boundary=b"],
      body: body)
    #expect(text.contains("password: values differ (hidden)"), "\(text)")
  }

  // MARK: - Nothing is hidden

  private let long = String(repeating: "x", count: 600)

  @Test func aBodyOfBytesReportsWhereItDiffers() throws {
    let text = try report(.body(equals: Data([0, 1, 2, 255])), bytes: Data([0, 1, 2, 254]))
    #expect(text.contains("got 4 bytes; they differ at byte 3: ff, fe"), "\(text)")
    #expect(!text.contains("hidden"), "\(text)")
  }

  @Test func aLongBodyReportsWhereItDiffers() throws {
    let text = try report(.body(equals: long + "a"), body: long + "b")
    #expect(text.contains("they differ at byte 600: 61, 62"), "\(text)")
    #expect(!text.contains("hidden"), "\(text)")
  }

  @Test func aLongHeaderIsCutAroundTheDifference() throws {
    let text = try report(.header("X-Long", equals: long + "a"), headers: ["X-Long": long + "b"])
    #expect(
      text.contains("xxa (601 characters), got …xx") && text.contains("xxb (601 characters)"), "\(text)")
    #expect(!text.contains("hidden"), "\(text)")
  }

  @Test(arguments: [Data([0, 1, 2, 255]), Data(String(repeating: "x", count: 600).utf8)])
  func aMultipartPartReportsWhereItDiffers(_ data: Data) throws {
    var other = data
    other[other.count - 1] = data.last == 0xff ? 0xfe : 0x79
    let body =
      Data("--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n".utf8) + other
      + Data("\r\n--b--\r\n".utf8)
    let text = try report(
      .multipart(part: "f", data: data), headers: ["Content-Type": "multipart/form-data; boundary=b"],
      bytes: body)
    #expect(text.contains("f: they differ at byte \(data.count - 1): "), "\(text)")
    #expect(!text.contains("hidden"), "\(text)")
  }

  @Test func aLongTextInJSONIsCutAroundTheDifference() throws {
    let text = try report(.json(equals: ["a": .string(long + "1")]), body: "{\"a\":\"\(long)2\"}")
    #expect(text.contains("xx1\" (603 characters), got …xx"), "\(text)")
    #expect(!text.contains("hidden"), "\(text)")
  }
}
