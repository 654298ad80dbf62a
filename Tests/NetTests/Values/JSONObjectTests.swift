import Foundation
import Net
import Testing

/// Names of members are compared by code point (RFC 8259 section 8.3).
struct JSONObjectTests {
  private static let short = "\u{e9}"
  private static let long = "e\u{301}"
  private let both: JSONValue = [short: 1, long: 2]

  @Test func parsingKeepsNamesOfDifferentCodePoints() throws {
    let value = try JSONValue(parsing: #"{"\#(Self.short)": 1, "e\u0301": 2}"#)
    #expect(value[Self.short] == 1)
    #expect(value[Self.long] == 2)
    #expect(value.object?.count == 2)
    #expect(value == both)
  }

  @Test func writingKeepsThemInTheOrderOfTheirCodePoints() throws {
    #expect(try both.data() == Data("{\"\(Self.long)\":2,\"\(Self.short)\":1}".utf8))
    #expect(try JSONValue(parsing: both.data()) == both)
  }

  @Test func aNameOfOtherCodePointsIsNotFound() {
    let value: JSONValue = [Self.short: 1]
    #expect(value[Self.long] == .null)
  }

  @Test func settingANameKeepsTheOther() {
    var value: JSONValue = [Self.short: 1]
    value[Self.long] = 2
    #expect(value == both)
  }

  @Test func stringsOfDifferentCodePointsDiffer() {
    #expect(JSONValue.string(Self.short) != .string(Self.long))
    #expect(Set([JSONValue.string(Self.short), .string(Self.long)]).count == 2)
    #expect(JSONValue.object([Self.short: 1]) != .object([Self.long: 1]))
  }

  @Test func aRepeatedNameHasItsLastValue() throws {
    #expect(try JSONValue(parsing: #"{"a": 1, "\u0061": 2}"#) == ["a": 2])
  }

  @Test func membersAreReadAndChangedAsThoseOfADictionary() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["c"] = 3
    object["a"] = nil
    #expect(object["a"] == nil)
    #expect(object["b"] == 2)
    #expect(object.keys.sorted() == ["b", "c"])
    #expect(object.values.compactMap(\.int).sorted() == [2, 3])
    #expect(object.map { "\($0.key)=\($0.value)" }.sorted() == ["b=2", "c=3"])
    #expect(object.merging(["c": 4, "d": 5]) { $1 } == ["b": 2, "c": 4, "d": 5])
    #expect(object.description == #"{"b":2,"c":3}"#)
  }

  @Test func membersAreFilteredMappedAndRemovedAsThoseOfADictionary() {
    var object: JSONObject = ["a": 1, "b": 2]
    #expect(object.filter { $0.key == "a" && $0.value == 1 } == ["a": 1])
    #expect(object.mapValues { .string($0.description) } == ["a": "1", "b": "2"])
    #expect(object.removeValue(forKey: "a") == 1)
    #expect(object.removeValue(forKey: "a") == nil)
    object["c", default: 0] = 3
    #expect(object["a", default: 5] == 5)
    #expect(object == ["b": 2, "c": 3])
  }

  @Test func aDictionaryIsConvertedBothWays() {
    let dictionary: [String: JSONValue] = ["a": 1]
    #expect(JSONValue.object(dictionary).object?.dictionary == dictionary)
    #expect(both.object?.dictionary == nil)
  }

  @Test func anEncoderThatWouldLoseAMemberFails() throws {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(both) }
    #expect(
      try JSONEncoder().encode(["a": [Self.long: 2]] as JSONValue)
        == Data("{\"a\":{\"\(Self.long)\":2}}".utf8))
  }

  @Test func parametersOfBothNamesAreSent() throws {
    #expect(try URLEncoding().string(of: ["o": both]) == "o%5Be%CC%81%5D=2&o%5B%C3%A9%5D=1")
    #expect(try body(["o": both]) == "{\"o\":{\"\(Self.long)\":2,\"\(Self.short)\":1}}")
    #expect(try body([Self.short: 1, Self.long: 2]) == "{\"\(Self.short)\":1,\"\(Self.long)\":2}")
    let nested: Parameters = [Self.short: 1, Self.long: 2]
    #expect(
      try body(["o": nested]).utf8.elementsEqual("{\"o\":{\"\(Self.long)\":2,\"\(Self.short)\":1}}".utf8))
  }

  @Test func aParameterIsFoundByTheCodePointsOfItsKey() {
    var parameters: Parameters = [Self.short: 1]
    #expect(parameters[Self.long] == nil)
    parameters[Self.long] = 2
    #expect(parameters.pairs.count == 2)
    #expect(parameters != [Self.short: 1, Self.short: 2])
  }

  private func body(_ parameters: Parameters) throws -> String {
    var request = TransportRequest(method: .post, url: try "https://x.com".asURL())
    try JSONEncoding().encode(parameters, into: &request)
    return String(decoding: try request.body.contents(), as: UTF8.self)
  }
}
