import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct JSONMutationTests {
  private func names(_ text: String) throws -> [String] {
    try JSONMutation.all(of: Data(text.utf8)).map(\.name)
  }

  private func body(_ name: String, of text: String) throws -> String {
    let mutation = try #require(try JSONMutation.all(of: Data(text.utf8)).first { $0.name == name })
    return String(decoding: mutation.body, as: UTF8.self)
  }

  @Test func allMutationsOfASmallObjectAreNamed() throws {
    expectEqual(
      try names(#"{"id": 7}"#),
      [
        "$ null", "$ []", #"$ "text""#, "$ emptied", "$ inside 600 arrays",
        "$.id dropped", "$.id null", #"$.id "7""#, "$.id {}", "$.id 9223372036854775808", "$.id -1",
        "$.id 0.5",
        "$.id 1e400",
        "$ without any bytes", "$ cut after an opening bracket, after 1 byte",
        "$ cut inside a key, after 3 bytes", "$ cut after a key, after 5 bytes",
        "$ cut after a colon, after 6 bytes", "$ cut after a value, after 8 bytes",
        "$ cut before the last byte, after 8 bytes", "$ followed by other bytes",
      ])
  }

  @Test func aStringIsDroppedReplacedEmptiedAndLengthened() throws {
    let names = try names(#"{"s":"on"}"#).filter { $0.hasPrefix("$.s ") }
    expectEqual(
      names,
      [
        "$.s dropped", "$.s null", "$.s 7", "$.s {}", #"$.s """#, "$.s a string of 100000 characters",
        #"$.s "a case of tomorrow""#, "$.s with a byte that is not UTF-8",
      ])
  }

  @Test(arguments: [
    ("$.b dropped", #"{"a":1, "c":3}"#), ("$.a dropped", #"{"b":2, "c":3}"#),
    ("$.c dropped", #"{"a":1, "b":2}"#), ("$.b null", #"{"a":1, "b":null, "c":3}"#),
    (#"$.b "2""#, #"{"a":1, "b":"2", "c":3}"#),
  ])
  func theRestOfTheTextStaysAsItIs(_ name: String, _ expected: String) throws {
    expectEqual(try body(name, of: #"{"a":1, "b":2, "c":3}"#), expected)
  }

  @Test func nestedValuesHavePaths() throws {
    let text = #"{"items":[{"id":1,"a b":[true]}],"next":null}"#
    expectEqual(try body("$.items[0].id dropped", of: text), #"{"items":[{"a b":[true]}],"next":null}"#)
    expectEqual(
      try body(#"$.items[0]["a b"][0] 1"#, of: text), #"{"items":[{"id":1,"a b":[1]}],"next":null}"#)
    expectEqual(try body("$.items[0] dropped", of: text), #"{"items":[],"next":null}"#)
    expectEqual(try body("$.next dropped", of: text), #"{"items":[{"id":1,"a b":[true]}]}"#)
    expectEqual(try body("$.items emptied", of: text), #"{"items":[],"next":null}"#)
  }

  @Test func aBodyIsCutAtEachClassOfByte() throws {
    let text = #"{"ké":["a\n",-12.5,true]}"#
    let cuts = try JSONMutation.all(of: Data(text.utf8)).compactMap { mutation -> String? in
      if case .cut(let position, _) = mutation.change { position } else { nil }
    }
    expectEqual(Set(cuts), Set(JSONOutline.Cut.allCases.map(\.rawValue)))
    expectEqual(cuts.count, JSONOutline.Cut.allCases.count)
  }

  @Test func escapedKeysAreRead() throws {
    expectEqual(try body(#"$["a\"b"] dropped"#, of: #"{"a\"b":1}"#), "{}")
    expectEqual(try body("$.é dropped", of: #"{"\u00e9":1}"#), "{}")
  }

  @Test func scalarsAndEmptyContainersHaveMutations() throws {
    #expect(try names("7").contains(#"$ "7""#))
    #expect(try names("null").contains("$ 7"))
    #expect(try !names("null").contains("$ null"))
    #expect(try !names("[]").contains("$ emptied"))
    #expect(try !names(#""""#).contains(#"$ """#))
    #expect(try !names("-1").contains("$ -1"))
    #expect(try names("true").contains("$ 1"))
    #expect(try names("false").contains("$ 0"))
  }

  @Test func invalidTextIsAnError() {
    #expect(throws: JSONError.self) { try JSONMutation.all(of: Data("{".utf8)) }
  }

  @Test func aSampleDependsOnItsSeedAndKeepsTheOrder() throws {
    let text = Data(#"{"a":1,"b":[1,2,3],"c":"x"}"#.utf8)
    let all = try JSONMutation.all(of: text)
    let one = try JSONMutation.sample(of: text, limit: 9, seed: 3)
    expectEqual(one, try JSONMutation.sample(of: text, limit: 9, seed: 3))
    expectNotEqual(one, try JSONMutation.sample(of: text, limit: 9, seed: 4))
    expectEqual(one.count, 9)
    expectEqual(one, all.filter(one.contains))
    expectEqual(try JSONMutation.sample(of: text, limit: 1_000), all)
  }

  @Test func namesIdentifyMutations() throws {
    let text = #"[{"id":1,"tags":["a","b"],"n":{"x":null,"y":1e3}},{"id":2}]"#
    let names = try names(text)
    expectEqual(Set(names).count, names.count)
  }

  @Test func whitespaceAndAByteOrderMarkAreKept() throws {
    expectEqual(try body("$.a dropped", of: "\n{ \"a\" : 1 , \"b\" : 2 }\n"), "\n{ \"b\" : 2 }\n")
    expectEqual(try body("$.b dropped", of: "\n{ \"a\" : 1 , \"b\" : 2 }\n"), "\n{ \"a\" : 1 }\n")
  }
}
