import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Bodies that mean the same to their receiver, and bodies that do not.
@Suite struct ComparedBodyTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var type: String?
    var left: String
    var right: String
    /// The type of the right one; nil for the same.
    var otherType: String?

    var testDescription: String { "\(left.debugDescription), \(right.debugDescription)" }

    var isSame: Bool {
      ComparedBody(Data(left.utf8), type: type) == ComparedBody(Data(right.utf8), type: otherType ?? type)
    }
  }

  private static func form(_ boundary: String, _ parts: String...) -> String {
    let parts = parts.map {
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\($0)\r\n"
    }
    return parts.joined() + "--\(boundary)--\r\n"
  }

  static let same: [Pair] = [
    Pair(left: #"{"a":1,"b":[true,null]}"#, right: #"{ "b": [true, null], "a": 1.0 }"#),
    Pair(left: #"[{"a":{"b":1,"c":2}}]"#, right: #"[{"a":{"c":2,"b":1}}]"#),
    Pair(left: "{\"a\":1,\"b\":2}\n{\"c\":3,\"d\":4}\n", right: "{\"b\":2,\"a\":1}\n{\"d\":4,\"c\":3}"),
    Pair(
      type: "multipart/form-data; boundary=x1", left: form("x1", "text"), right: form("y-2", "text"),
      otherType: "multipart/form-data; boundary=\"y-2\""),
    Pair(
      type: "multipart/mixed; boundary=x1", left: form("x1", #"{"a":1,"b":2}"#, "text"),
      right: form("y2", #"{"b":2,"a":1}"#, "text"), otherType: "multipart/mixed; boundary=y2"),
    Pair(
      type: "application/x-www-form-urlencoded; charset=utf-8", left: "a=1&b=x+y&c", right: "c&b=x%20y&a=1"),
    Pair(
      type: "application/x-www-form-urlencoded", left: "payload=%7B%22a%22%3A1%2C%22b%22%3A2%7D",
      right: "payload=%7B%22b%22%3A2%2C%22a%22%3A1%7D"),
    Pair(type: "application/x-www-form-urlencoded", left: "a=2&a&a=1&a=", right: "a&a=&a=1&a=2"),
    Pair(left: "", right: ""),
  ]

  static let different: [Pair] = [
    Pair(left: #"{"a":1}"#, right: #"{"a":2}"#), Pair(left: "[1,2]", right: "[2,1]"),
    Pair(left: #"{"a":null}"#, right: "{}"), Pair(left: "{\"a\":\"\u{e9}\"}", right: "{\"a\":\"e\u{301}\"}"),
    Pair(left: #"{"a":1,"a":2}"#, right: #"{"a":2}"#), Pair(left: "{a}", right: "{ a }"),
    Pair(left: "{\"a\":1}\n{\"a\":2}", right: "{\"a\":2}\n{\"a\":1}"), Pair(left: "1", right: "1.0"),
    Pair(
      type: "multipart/form-data; boundary=x1", left: form("x1", "text"), right: form("y2", "other"),
      otherType: "multipart/form-data; boundary=y2"),
    Pair(
      type: "multipart/form-data; boundary=x1", left: form("x1", "a", "b"), right: form("y2", "b", "a"),
      otherType: "multipart/form-data; boundary=y2"),
    Pair(
      type: "multipart/form-data; boundary=x", left: form("x", "a", "b"),
      right: form("x", "a\r\n--boundary\r\n\r\nb")),
    Pair(type: "application/x-www-form-urlencoded", left: "a=1&b=2", right: "a=2&b=1"),
    Pair(type: "application/x-www-form-urlencoded", left: "a=1&a=1", right: "a=1"),
    Pair(type: "application/x-www-form-urlencoded", left: "a=", right: "a"),
    Pair(type: "application/x-www-form-urlencoded", left: "a=1%26b=2", right: "a=1&b=2"),
    Pair(type: "text/plain", left: "a=1&b=2", right: "b=2&a=1"), Pair(left: "", right: " "),
  ]

  @Test(arguments: same) func bodiesOfTheSameMeaningAreEqual(_ pair: Pair) { expectTrue(pair.isSame) }

  @Test(arguments: different) func bodiesOfAnotherMeaningDiffer(_ pair: Pair) { expectFalse(pair.isSame) }

  @Test func aCompressedBodyIsDecoded() throws {
    let json = Data(#"{"a":1}"#.utf8)
    // A member of gzip with the text in a stored block (RFC 1951 section 3.2.4).
    let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1, 7, 0, 0xf8, 0xff]
    let tail: [UInt8] = [0xaf, 0xac, 0x1b, 0x56, 7, 0, 0, 0]
    let url = try #require(URL(string: "https://h/a"))
    let packed = RecordedRequest(
      method: .post, url: url, headers: ["Content-Encoding": "gzip"], body: Data(head) + json + Data(tail))
    let plain = RecordedRequest(method: .post, url: url, body: Data(#"{ "a": 1.0 }"#.utf8))
    expectEqual(ComparedBody(packed), ComparedBody(plain))
  }

  @Test func messagesAreComparedAsBodiesAre() {
    let (left, right) = (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#)
    #expect(ComparedBody.areSame(.text(left), .text(right)))
    #expect(ComparedBody.areSame(.data(Data(left.utf8)), .data(Data(right.utf8))))
    #expect(!ComparedBody.areSame(.text(left), .data(Data(left.utf8))))
    #expect(!ComparedBody.areSame(.text("hi"), .text("hi ")))
  }
}
