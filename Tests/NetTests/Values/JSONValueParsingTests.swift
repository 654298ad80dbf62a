import Foundation
import Net
import TestSupport
import Testing

struct JSONValueParsingTests {
  private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

  @Test func everyKindOfValueIsParsed() throws {
    let text = #" { "n" : null, "t":true,"f":false, "i":-7, "d":1.5e2, "s":"x", "a":[ 1 , [ ] ], "o":{ } } "#
    expectEqual(
      try value(text),
      [
        "n": nil, "t": true, "f": false, "i": -7, "d": 150.0, "s": "x", "a": [1, []], "o": [:],
      ])
  }

  @Test(
    arguments: [("null", nil), ("true", true), ("0", 0), ("\"\"", ""), (" [] ", []), ("\t{}\r\n", [:])]
      as [(String, JSONValue)])
  func anyValueCanBeAtTheTopLevel(_ text: String, _ expected: JSONValue) throws {
    expectEqual(try value(text), expected)
  }

  @Test func booleansAndNumbersAreDistinct() throws {
    expectEqual(try value("[1,0,true,false]"), .array([.integer(1), .integer(0), .bool(true), .bool(false)]))
  }

  @Test(arguments: [
    ("9223372036854775807", JSONValue.integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1e2", .double(100)), ("1.0", .double(1)),
    ("-0.0", .double(-0.0)), ("5e-324", .double(.leastNonzeroMagnitude)), ("1e-999", .double(0)),
    ("123456789012345678901234567890", .double(123_456_789_012_345_677_877_719_597_056)),
    ("0.1E+1", .double(1)),
  ])
  func numbersAreParsed(_ text: String, _ expected: JSONValue) throws {
    expectEqual(try value(text), expected)
  }

  @Test(arguments: ["1e999", "-1e999", "1" + String(repeating: "0", count: 400)])
  func aNumberThatIsTooLargeIsAnError(_ text: String) {
    #expect(throws: JSONError.syntax("a number that is too large", offset: 0)) { try value(text) }
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\uDE00!""#, "😀!"), (#""\u0000""#, "\0"), ("\"ü😀\u{7f}\u{2028}\"", "ü😀\u{7f}\u{2028}"),
  ])
  func stringsAreParsed(_ text: String, _ expected: String) throws {
    expectEqual(try value(text), .string(expected))
  }

  @Test(arguments: [
    "", " ", "nul", "nullx", "tru", "True", "1 2", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"",
    "{\"a\":",
    "{\"a\":1", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{1:2}", "{,}", "]", "}", "[}", "{]", "01", "+1", "1.",
    ".5", "1e",
    "1e+", "-", "--1", "NaN", "Infinity", "0x1", "'a'", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"",
    "\"\\ud83d\"", "\"\\ud83dx\"", "\"\\ud83d\\n\"", "\"\\ud83d\\u0041\"", "\"\\ude00\"", "\"a\nb\"",
    "\"a\0b\"",
    "[1]]", "// c\n1", "\u{feff}\u{feff}1",
  ])
  func invalidJSONIsAnError(_ text: String) {
    #expect(throws: JSONError.self) { try value(text) }
  }

  @Test func invalidUTF8IsAnError() {
    #expect(throws: JSONError.syntax("a string that is not UTF-8", offset: 1)) {
      try JSONValue(parsing: Data([0x5b, 0x22, 0xff, 0x22, 0x5d]))
    }
  }

  @Test func theErrorHasTheOffset() {
    #expect(throws: JSONError.syntax("neither a comma nor the end of an object", offset: 7)) {
      try value(#"{"a":1 "b":2}"#)
    }
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    expectEqual(try value("\u{feff}1"), 1)
  }

  @Test func aSliceOfDataIsParsedFromItsStart() throws {
    expectEqual(try JSONValue(parsing: Data("xx[1]".utf8).dropFirst(2)), [1])
  }

  /// RFC 8259 section 2 names the four characters of white space.
  @Test(arguments: [
    ("{", true), (" [", true), ("\t{", true), ("\n[", true), ("\r{", true), ("\u{feff}[", true),
    ("\u{feff} \t\n\r{", true), ("\u{b}{", false), ("\u{c}[", false), ("\u{a0}{", false), ("1", false),
    ("\"{\"", false), ("", false),
  ])
  func onlyWhiteSpaceAndAByteOrderMarkMayPrecedeAnObjectOrArray(text: String, begins: Bool) {
    expectEqual(JSONValue.begins(text.utf8), begins)
  }

  @Test func theLastValueOfADuplicateKeyIsUsed() throws {
    expectEqual(try value(#"{"a":1,"b":2,"a":3}"#), ["a": 3, "b": 2])
  }

  @Test func nestingIsLimited() throws {
    let depth = JSONValue.maximumDepth
    _ = try value(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    #expect(throws: JSONError.tooDeep) {
      try value(String(repeating: "[", count: depth + 1) + String(repeating: "]", count: depth + 1))
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func hostileNestingIsAnError(_ unit: String) {
    #expect(throws: JSONError.tooDeep) { try value(String(repeating: unit, count: 1_000_000)) }
  }

  @Test func aLongArrayTakesLinearTime() throws {
    let text = "[" + String(repeating: "[1],", count: 100_000) + "[]]"
    expectEqual(try value(text).array?.count, 100_001)
  }

  @Test func aGitHubUserIsParsedAsByFoundation() throws {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/github-user-trentm", withExtension: "json"))
    let data = try Data(contentsOf: file)
    let user = try JSONValue(parsing: data)
    expectEqual(user["name"].string, "Trent Mick")
    expectEqual(user["followers"].int, 229)
    expectEqual(user["site_admin"].bool, false)
    #expect(user["bio"].isNull)
    expectEqual(try JSONDecoder().decode(JSONValue.self, from: data), user)
  }
}
