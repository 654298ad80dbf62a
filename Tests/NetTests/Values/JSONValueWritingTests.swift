import Foundation
import Net
import TestSupport
import Testing

struct JSONValueWritingTests {
  private func text(_ value: JSONValue) throws -> String { String(decoding: try value.data(), as: UTF8.self) }

  @Test func keysAreSortedAtEveryLevel() throws {
    expectEqual(
      try text(["b": [["d": 1, "c": 2]], "a": nil, "B": true]), #"{"B":true,"a":null,"b":[{"c":2,"d":1}]}"#)
  }

  @Test func numbersKeepTheirKind() throws {
    expectEqual(
      try text([1, 1.0, 0.1, -0.0, 1e300, .integer(.min)]), "[1,1.0,0.1,-0.0,1e+300,-9223372036854775808]")
  }

  @Test func bothBooleansAreWritten() throws {
    expectEqual(try text([true, false]), "[true,false]")
  }

  /// RFC 8259 section 7.
  @Test func aControlCharacterWithoutAShortEscapeHasFourDigits() throws {
    expectEqual(try text("\u{0}\u{7}\u{b}\u{e}\u{f}\u{10}"), #""\u0000\u0007\u000b\u000e\u000f\u0010""#)
  }

  @Test func onlyRequiredCharactersAreEscaped() throws {
    expectEqual(
      try text("\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}ü😀"),
      "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u{7f}ü😀\"")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func aNonFiniteNumberIsAnError(_ number: Double) {
    #expect(throws: JSONError.notFinite(path: "a[1].b")) {
      try JSONValue.object(["a": [0, ["b": .double(number)]]]).data()
    }
  }

  @Test func theNestingLimitIsTheSameAsForParsing() throws {
    var value: JSONValue = []
    for _ in 1..<JSONValue.maximumDepth { value = [value] }
    expectEqual(try JSONValue(parsing: value.data()), value)
    #expect(throws: JSONError.tooDeep) { try JSONValue.array([value]).data() }
  }

  @Test func writtenValuesAreParsedBack() throws {
    let value: JSONValue = [
      "n": nil, "t": true, "i": 1, "d": 1.0, "e": 1e-7, "s": "a\u{0}\"ü\u{2028}", "a": [[], [:], ""], "": "",
    ]
    expectEqual(try JSONValue(parsing: value.data()), value)
  }

  @Test func theDescriptionIsTheJSONText() {
    expectEqual("\(["b": 1, "a": ["x", nil]] as JSONValue)", #"{"a":["x",null],"b":1}"#)
    expectEqual(JSONValue.double(.nan).description, "nan")
  }

  @Test func errorDescriptionsExplainTheError() {
    expectEqual("\(JSONError.syntax("no key", offset: 3))", "not JSON: no key at byte 3")
    expectEqual("\(JSONError.tooDeep)", "JSON nested deeper than 512 levels")
    expectEqual(
      "\(JSONError.notFinite(path: "a[1]"))", "the number at a[1] is not finite, which JSON cannot represent")
    expectEqual("\(JSONError.duplicateKey("a"))", "a JSON object cannot have the key \"a\" twice")
  }
}
