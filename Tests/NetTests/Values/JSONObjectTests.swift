import Foundation
import Net
import TestSupport
import Testing

/// Names of members are compared by code point (RFC 8259 section 8.3).
struct JSONObjectTests {
  private static let short = "\u{e9}"
  private static let long = "e\u{301}"
  private let both: JSONValue = [short: 1, long: 2]

  @Test func parsingKeepsNamesOfDifferentCodePoints() throws {
    let value = try JSONValue(parsing: #"{"\#(Self.short)": 1, "e\u0301": 2}"#)
    expectEqual(value[Self.short], 1)
    expectEqual(value[Self.long], 2)
    expectEqual(value.object?.count, 2)
    expectEqual(value, both)
  }

  @Test func writingKeepsThemInTheOrderOfTheirCodePoints() throws {
    expectEqual(try both.data(), Data("{\"\(Self.long)\":2,\"\(Self.short)\":1}".utf8))
    expectEqual(try JSONValue(parsing: both.data()), both)
  }

  @Test func aNameOfOtherCodePointsIsNotFound() {
    let value: JSONValue = [Self.short: 1]
    expectEqual(value[Self.long], .null)
  }

  @Test func settingANameKeepsTheOther() {
    var value: JSONValue = [Self.short: 1]
    value[Self.long] = 2
    expectEqual(value, both)
  }

  @Test func stringsOfDifferentCodePointsDiffer() {
    expectNotEqual(JSONValue.string(Self.short), .string(Self.long))
    expectEqual(Set([JSONValue.string(Self.short), .string(Self.long)]).count, 2)
    expectNotEqual(JSONValue.object([Self.short: 1]), .object([Self.long: 1]))
  }

  @Test func aRepeatedNameHasItsLastValue() throws {
    expectEqual(try JSONValue(parsing: #"{"a": 1, "\u0061": 2}"#), ["a": 2])
  }

  @Test func membersAreReadAndChangedAsThoseOfADictionary() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["c"] = 3
    object["a"] = nil
    expectNil(object["a"])
    expectEqual(object["b"], 2)
    expectEqual(object.keys.sorted(), ["b", "c"])
    expectEqual(object.values.compactMap(\.int).sorted(), [2, 3])
    expectEqual(object.map { "\($0.key)=\($0.value)" }.sorted(), ["b=2", "c=3"])
    expectEqual(object.merging(["c": 4, "d": 5]) { $1 }, ["b": 2, "c": 4, "d": 5])
    expectEqual(object.description, #"{"b":2,"c":3}"#)
  }

  @Test func membersAreFilteredMappedAndRemovedAsThoseOfADictionary() {
    var object: JSONObject = ["a": 1, "b": 2]
    expectEqual(object.filter { $0.key == "a" && $0.value == 1 }, ["a": 1])
    expectEqual(object.mapValues { .string($0.description) }, ["a": "1", "b": "2"])
    expectEqual(object.removeValue(forKey: "a"), 1)
    expectNil(object.removeValue(forKey: "a"))
    object["c", default: 0] = 3
    expectEqual(object["a", default: 5], 5)
    expectEqual(object, ["b": 2, "c": 3])
  }

  @Test func aDictionaryIsConvertedBothWays() {
    let dictionary: [String: JSONValue] = ["a": 1]
    expectEqual(JSONValue.object(dictionary).object?.dictionary, dictionary)
    expectNil(both.object?.dictionary)
  }

  @Test func anEncoderThatWouldLoseAMemberFails() throws {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(both) }
    expectEqual(
      try JSONEncoder().encode(["a": [Self.long: 2]] as JSONValue), Data("{\"a\":{\"\(Self.long)\":2}}".utf8))
  }

  @Test func parametersOfBothNamesAreSent() throws {
    expectEqual(try URLEncoding().string(of: ["o": both]), "o%5Be%CC%81%5D=2&o%5B%C3%A9%5D=1")
    expectEqual(try body(["o": both]), "{\"o\":{\"\(Self.long)\":2,\"\(Self.short)\":1}}")
    expectEqual(try body([Self.short: 1, Self.long: 2]), "{\"\(Self.short)\":1,\"\(Self.long)\":2}")
    let nested: Parameters = [Self.short: 1, Self.long: 2]
    #expect(
      try body(["o": nested]).utf8.elementsEqual("{\"o\":{\"\(Self.long)\":2,\"\(Self.short)\":1}}".utf8))
  }

  @Test func aParameterIsFoundByTheCodePointsOfItsKey() {
    var parameters: Parameters = [Self.short: 1]
    expectNil(parameters[Self.long])
    parameters[Self.long] = 2
    expectEqual(parameters.pairs.count, 2)
    expectNotEqual(parameters, [Self.short: 1, Self.short: 2])
  }

  private func body(_ parameters: Parameters) throws -> String {
    var request = TransportRequest(method: .post, url: try "https://x.com".asURL())
    try JSONEncoding().encode(parameters, into: &request)
    return String(decoding: try request.body.contents(), as: UTF8.self)
  }
}
