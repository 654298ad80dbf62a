import Foundation
import Net
import TestSupport
import Testing

struct ParametersTests {
  @Test func aLiteralKeepsOrderAndDuplicates() {
    let parameters: Parameters = ["b": 1, "a": 2, "b": 3]
    expectEqual(parameters.keys, ["b", "a", "b"])
  }

  @Test func keysOfADictionaryAreSorted() {
    let dictionary: [String: (any ParameterConvertible)?] = [
      "h": 1, "c": 2, "g": nil, "a": 4, "f": "x", "b": 6, "e": 7, "d": 8,
    ]
    expectEqual(Parameters(dictionary).keys, ["a", "b", "c", "d", "e", "f", "g", "h"])
    expectEqual(Parameters(dictionary)["f"] as? String, "x")
  }

  /// As text, `e\u{301}` comes after `k`, and by its code points before it.
  @Test(arguments: [["k": 1, "e\u{301}": 2], ["k": 1, "e\u{301}": 2, "\u{212b}": 3]])
  func theMembersOfADictionaryAreSortedByCodePointsEverywhere(_ dictionary: [String: Int]) throws {
    let keys = dictionary.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let form = keys.map { PercentEncoding.escaped(Array($0.utf8)) + "=\(dictionary[$0] ?? 0)" }
    let text = "{" + keys.map { "\"\($0)\":\(dictionary[$0] ?? 0)" }.joined(separator: ",") + "}"
    let parameters = Parameters(dictionary.mapValues { $0 as (any ParameterConvertible)? })
    expectEqual(parameters.keys.map { Array($0.utf8) }, keys.map { Array($0.utf8) })
    expectEqual(try URLEncoding().string(of: parameters), form.joined(separator: "&"))
    expectEqual(
      try URLEncoding().string(of: ["m": dictionary]),
      form.map { "m%5B" + $0.replacing("=", with: "%5D=") }.joined(separator: "&"))
    expectEqual(try URLEncodedFormEncoder().encode(dictionary), form.joined(separator: "&"))
    expectEqual(try URITemplate("{?m*}").expand(["m": dictionary]), "?" + form.joined(separator: "&"))
    var request = TransportRequest(url: URL(filePath: "/"))
    try JSONEncoding().encode(["m": dictionary], into: &request)
    expectEqual(request.body, .data(Data("{\"m\":\(text)}".utf8)))
    let pairs: Parameters = ["m": Parameters(dictionaryLiteral: ("k", 1), ("e\u{301}", 2), ("k", 3))]
    expectEqual(try URLEncoding().string(of: pairs), "m%5Be%CC%81%5D=2&m%5Bk%5D=1&m%5Bk%5D=3")
  }

  @Test(arguments: [
    ("3", "3", "3"), ("-1.50", "-1.5", "-1.5"), ("0.1", "0.1", "0.1"),
    ("18446744073709551615", "18446744073709551615", "18446744073709551615"),
    ("100000000000000000000", "100000000000000000000", #""100000000000000000000""#),
    ("0.12345678901234567890123", "0.12345678901234567890123", #""0.12345678901234567890123""#),
  ])
  func aDecimalKeepsItsDigits(text: String, form: String, json: String) throws {
    let number = try #require(Decimal(string: text))
    let parameters: Parameters = ["n": number]
    var request = TransportRequest(url: URL(filePath: "/"))
    try URLEncoding(destination: .httpBody).encode(parameters, into: &request)
    expectEqual(request.body, .data(Data("n=\(form)".utf8)))
    request.body = .none
    try JSONEncoding().encode(parameters, into: &request)
    expectEqual(request.body, .data(Data("{\"n\":\(json)}".utf8)))
  }

  @Test func aCharacterIsText() { expectEqual(["c": Character("\u{E9}")] as Parameters, ["c": "\u{E9}"]) }

  @Test func theSubscriptReturnsTheFirstValue() {
    let parameters: Parameters = ["q": "swift", "page": 2, "q": "other", "none": nil]
    expectEqual(parameters["q"] as? String, "swift")
    expectEqual(parameters["page"] as? Int, 2)
    expectNil(parameters["none"])
    expectNil(parameters["missing"])
  }

  @Test func settingReplacesInPlaceOrAppends() {
    var parameters: Parameters = ["a": 1, "b": 2]
    parameters["a"] = 3
    parameters["c"] = 4
    parameters.append("a", 5)
    expectEqual(parameters, ["a": 3, "b": 2, "c": 4, "a": 5])
  }

  @Test func equalityComparesKeysInOrderAndParameterValues() {
    let one: Parameters = ["a": 1, "b": nil]
    expectEqual(one, ["a": Int8(1), "b": String?.none])
    expectNotEqual(one, ["b": nil, "a": 1])
    expectNotEqual(one, ["a": 1])
    expectNotEqual(one, ["a": true, "b": nil])
  }

  @Test(
    arguments: [
      { .string($0) }, { .array([.string($0)]) }, { .dictionary([$0: .null]) },
      { .dictionary(["a": .string($0)]) }, { .pairs([.init(key: $0, value: .null)]) },
      { .pairs([.init(key: "a", value: .string($0))]) },
    ] as [@Sendable (String) -> ParameterValue])
  func textsOfOtherCodePointsAreOtherValues(_ value: @Sendable (String) -> ParameterValue) {
    let (composed, decomposed) = (value("\u{e9}"), value("e\u{301}"))
    expectNotEqual(composed, decomposed)
    expectEqual(composed, value("\u{e9}"))
    expectEqual(Set([composed, decomposed, value("\u{e9}")]).count, 2)
    expectNotEqual(["k": composed] as Parameters, ["k": decomposed])
  }

  @Test func standardTypesConvertToParameterValues() {
    enum Sort: Int, ParameterConvertible { case stars = 3 }
    let url = URL(string: "https://example.com/a")
    let values: [((any ParameterConvertible)?, ParameterValue)] = [
      (true, .bool(true)), (Int64.min, .integer(.min)), (UInt64.max, .unsigned(.max)),
      (UInt8(1), .integer(1)),
      (1.5, .double(1.5)), (Float(0.1), .double(0.1)), ("s", .string("s")),
      ("sub".dropFirst(), .string("ub")),
      (Data([1]), .data(Data([1]))), (Date(timeIntervalSince1970: 0), .date(Date(timeIntervalSince1970: 0))),
      (url, .string("https://example.com/a")), ([1, nil], .array([.integer(1), .null])),
      (["k": [1]], .dictionary(["k": .array([.integer(1)])])), (Sort.stars, .integer(3)), (Int?.none, .null),
      (["k": [nil, 1.5]] as JSONValue, .dictionary(["k": .array([.null, .double(1.5)])])),
    ]
    for (value, expected) in values { expectEqual(value?.parameterValue ?? .null, expected) }
  }

  @Test func nestedParametersHaveValuesOfDifferentTypes() throws {
    let order: Parameters = [
      "customer": ["name": "Ada", "age": 36, "email": nil] as Parameters,
      "items": [1, "a", nil] as JSONValue,
    ]
    var request = TransportRequest(method: .post, url: URL(filePath: "/"))
    try JSONEncoding.default.encode(order, into: &request)
    let json = #"{"customer":{"age":36,"email":null,"name":"Ada"},"items":[1,"a",null]}"#
    expectEqual(request.body, .data(Data(json.utf8)))
  }

  @Test func aRepeatedNestedKeyIsSentWithEachValue() throws {
    let nested: Parameters = ["filter": ["b": 3, "a": 2, "a": 1, "c": nil] as Parameters]
    let text = try URLEncoding().string(of: nested)
    expectEqual(text, "filter%5Ba%5D=2&filter%5Ba%5D=1&filter%5Bb%5D=3")
  }

  @Test func aRepeatedNestedKeyIsAnErrorInJSON() {
    let nested: Parameters = ["list": ["filter": ["a": 1, "b": 2, "a": 3] as Parameters] as Parameters]
    var request = TransportRequest(method: .post, url: URL(filePath: "/"))
    #expect(throws: JSONError.duplicateKey("a")) { try JSONEncoding.default.encode(nested, into: &request) }
  }

  @Test func aRepeatedKeyOfATemplateVariableIsExpandedWithEachValue() throws {
    let template = try URITemplate("/search{?keys*}")
    let text = try template.expand(["keys": ["tag": "b", "tag": "a"] as Parameters])
    expectEqual(text, "/search?tag=b&tag=a")
  }

  @Test func nestedParametersWithUniqueKeysAreADictionary() {
    let nested: Parameters = ["b": 1, "a": 2]
    expectEqual(nested.parameterValue, .dictionary(["a": .integer(2), "b": .integer(1)]))
  }
}
