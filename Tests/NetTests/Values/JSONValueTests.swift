import Foundation
import Net
import TestSupport
import Testing

struct JSONValueTests {
  private let value: JSONValue = ["items": [["name": "a", "n": 2.0], "x"], "on": true, "big": 1.5]

  @Test func literalsAreConverted() {
    let name = "Trent"
    let value: JSONValue = ["n": nil, "b": true, "i": 1, "d": 1.5, "s": "hello \(name)", "a": [1], "i": 2]
    expectEqual(
      value,
      .object([
        "n": .null, "b": .bool(true), "i": .integer(2), "d": .double(1.5), "s": .string("hello Trent"),
        "a": .array([.integer(1)]),
      ]))
  }

  @Test func variablesAreConverted() {
    let (count, big, price, isNew, name): (Int, UInt64, Double, Bool, String) = (3, .max, 2, true, "a")
    let (none, tags): (Int?, [String]) = (nil, ["x"])
    let value: JSONValue = [
      "count": JSONValue(count), "small": .init(UInt8(1)), "big": .init(big), "price": .init(price),
      "isNew": .init(isNew), "name": .init(name), "none": .init(none), "some": .init(Optional(count)),
      "tags": .init(tags.map { .init($0) }), "more": .init(["k": .init(count + 1)] as [String: JSONValue]),
    ]
    expectEqual(
      value,
      .object([
        "count": .integer(3), "small": .integer(1), "big": .double(Double(UInt64.max)),
        "price": .double(2), "isNew": .bool(true), "name": .string("a"), "none": .null, "some": .integer(3),
        "tags": .array([.string("x")]), "more": .object(["k": .integer(4)]),
      ]))
  }

  @Test func subscriptsCanBeChained() {
    expectEqual(value["items"][0]["name"], "a")
    expectEqual(value["items"][1], "x")
  }

  @Test func missingValuesAreNull() {
    expectEqual(value["none"], .null)
    expectEqual(value["items"]["name"], .null)
    expectEqual(value["items"][2], .null)
    expectEqual(value["items"][-1], .null)
    expectEqual(value["on"][0]["x"], .null)
  }

  @Test func subscriptsSetValues() {
    var value = value
    value["items"][0]["name"] = "b"
    value["new"] = 1
    expectEqual(value["items"][0], ["name": "b", "n": 2.0])
    expectEqual(value["new"], 1)
  }

  @Test func settingAKeyOfNullCreatesAnObject() {
    var value = JSONValue.null
    value["a"]["b"] = 1
    expectEqual(value, ["a": ["b": 1]])
  }

  @Test func settingAMismatchedSubscriptChangesNothing() {
    var value: JSONValue = ["a": [1], "b": "x"]
    value["a"][1] = 2
    value["a"][-1] = 2
    value["b"]["c"] = 3
    value["b"][0] = 3
    expectEqual(value, ["a": [1], "b": "x"])
  }

  @Test func accessorsReturnOnlyTheirKind() {
    let kinds: [JSONValue] = [nil, true, 1, 1.5, "s", [1], ["k": 1]]
    expectEqual(kinds.map(\.isNull), [true, false, false, false, false, false, false])
    expectEqual(kinds.map(\.bool), [nil, true, nil, nil, nil, nil, nil])
    expectEqual(kinds.map(\.int), [nil, nil, 1, nil, nil, nil, nil])
    expectEqual(kinds.map(\.double), [nil, nil, 1, 1.5, nil, nil, nil])
    expectEqual(kinds.map(\.string), [nil, nil, nil, nil, "s", nil, nil])
    expectEqual(kinds.map(\.array), [nil, nil, nil, nil, nil, [1], nil])
    expectEqual(kinds.map(\.object), [nil, nil, nil, nil, nil, nil, ["k": 1]])
  }

  @Test(
    arguments: [(.double(2), 2), (.double(2.5), nil), (.double(1e300), nil), (.double(.nan), nil)]
      as [(JSONValue, Int?)])
  func aWholeDoubleIsAnInt(_ value: JSONValue, _ expected: Int?) {
    expectEqual(value.int, expected)
  }

  @Test func decodingKeepsTheKinds() throws {
    let data = Data(#"[null,true,1,1.5,"1",[0],{"k":false},9223372036854775808]"#.utf8)
    expectEqual(
      try JSONDecoder().decode(JSONValue.self, from: data),
      [nil, true, 1, 1.5, "1", [0], ["k": false], .double(9_223_372_036_854_775_808)])
  }

  @Test func encodingKeepsTheKinds() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode([nil, true, 1, 1.5, "1", [0], ["k": false]] as JSONValue)
    expectEqual(String(decoding: data, as: UTF8.self), #"[null,true,1,1.5,"1",[0],{"k":false}]"#)
  }

  @Test func aPropertyOfADecodableTypeCanBeAnyJSON() throws {
    struct Event: Codable, Equatable {
      var name: String
      var payload: JSONValue
    }
    let event = Event(name: "x", payload: ["a": [1, nil]])
    expectEqual(try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(event)), event)
  }

  @Test func hostileNestingIsAnErrorOfTheDecoder() {
    let data = Data(String(repeating: "[", count: 100_000).utf8)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(JSONValue.self, from: data) }
  }
}
