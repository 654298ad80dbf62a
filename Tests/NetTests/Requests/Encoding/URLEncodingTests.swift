import Foundation
import Net
import TestSupport
import Testing

struct URLEncodingTests {
  private func text(_ parameters: Parameters, _ encoding: URLEncoding = URLEncoding()) throws -> String {
    try encoding.string(of: parameters)
  }

  @Test func loginParametersKeepTheirOrderAndAreEscaped() throws {
    let name = "dasdöm"
    let password = "%&34"
    expectEqual(try text(["username": name, "password": password]), "username=dasd%C3%B6m&password=%25%2634")
  }

  @Test func onlyUnreservedCharactersSlashesAndQuestionMarksAreNotEscaped() throws {
    let unescaped = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?".utf8)
    for byte in UInt8(0)..<128 {
      let character = String(Unicode.Scalar(byte))
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      let escaped = "%" + (hexadecimal.count == 1 ? "0" : "") + hexadecimal
      expectEqual(try text(["k": character]), "k=" + (unescaped.contains(byte) ? character : escaped))
    }
  }

  @Test func keysAreEscaped() throws {
    expectEqual(try text(["a b&ü": "c"]), "a%20b%26%C3%BC=c")
  }

  @Test func charactersOutsideTheBasicPlaneAreFourBytes() throws {
    expectEqual(try text(["k": "😀"]), "k=%F0%9F%98%80")
  }

  @Test func aSpaceIsPercentEscaped() throws {
    expectEqual(try text(["k k": "a b"]), "k%20k=a%20b")
  }

  @Test func aSpaceCanBeAPlus() throws {
    expectEqual(try text(["k k": "a b+c"], URLEncoding(spaceEncoding: .plusReplaced)), "k+k=a+b%2Bc")
  }

  @Test func aPlusIsEscaped() throws {
    expectEqual(try text(["k": "1+1"]), "k=1%2B1")
  }

  @Test func arrayKeysHaveBrackets() throws {
    expectEqual(try text(["k": ["b", "a"]]), "k%5B%5D=b&k%5B%5D=a")
  }

  @Test func arraysCanHaveNoBrackets() throws {
    expectEqual(try text(["k": [1, 2]], URLEncoding(arrayEncoding: .noBrackets)), "k=1&k=2")
  }

  @Test func arraysCanHaveIndexesInBrackets() throws {
    expectEqual(
      try text(["k": [7, 8]], URLEncoding(arrayEncoding: .indexInBrackets)), "k%5B0%5D=7&k%5B1%5D=8")
  }

  @Test func arrayKeysCanBeEncodedByAClosure() throws {
    let encoding = URLEncoding(arrayEncoding: .custom { key, index in "\(key).\(index + 1)" })
    expectEqual(try text(["k": ["a", "b"]], encoding), "k.1=a&k.2=b")
  }

  @Test func nestedArraysAndDictionariesAreEncoded() throws {
    expectEqual(
      try text(["k": [["b": 2, "a": 1]], "n": [[1], [2]]]),
      "k%5B%5D%5Ba%5D=1&k%5B%5D%5Bb%5D=2&n%5B%5D%5B%5D=1&n%5B%5D%5B%5D=2")
  }

  @Test func dictionariesAreSortedAtEveryLevel() throws {
    let keys = "hgfedcba".map(String.init)
    let inner = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    let outer = Dictionary(uniqueKeysWithValues: keys.map { ($0, inner) })
    let sorted = keys.sorted()
    let expected = sorted.flatMap { key in sorted.map { "k%5B\(key)%5D%5B\($0)%5D=1" } }
    expectEqual(try text(["k": outer]), expected.joined(separator: "&"))
  }

  @Test func aTopLevelDictionaryIsSortedAndALiteralIsNot() throws {
    let dictionary: [String: (any ParameterConvertible)?] = [
      "h": 1, "c": 1, "g": 1, "a": 1, "f": 1, "b": 1, "e": 1, "d": 1,
    ]
    expectEqual(try text(Parameters(dictionary)), "a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1")
    expectEqual(try text(["c": 1, "a": 2, "b": 3]), "c=1&a=2&b=3")
  }

  @Test func nestedKeysCanUseDots() throws {
    expectEqual(try text(["k": ["a": ["b": [1]]]], URLEncoding(keyPathEncoding: .dots)), "k.a.b%5B%5D=1")
  }

  @Test func booleansAreNumbers() throws {
    expectEqual(try text(["t": true, "f": false]), "t=1&f=0")
  }

  @Test func booleansCanBeWords() throws {
    expectEqual(try text(["t": true, "f": false], URLEncoding(boolEncoding: .literal)), "t=true&f=false")
  }

  @Test func numbersKeepTheirValues() throws {
    expectEqual(try text(["i": -3, "u": UInt64.max, "d": 0.1]), "i=-3&u=18446744073709551615&d=0.1")
  }

  @Test func nilIsOmittedByDefault() throws {
    let missing: String? = nil
    expectEqual(try text(["a": nil, "b": missing, "c": 1, "d": ["x", nil]]), "c=1&d%5B%5D=x")
  }

  @Test func nilCanBeAnEmptyValue() throws {
    expectEqual(try text(["a": nil, "c": 1], URLEncoding(nilEncoding: .dropValue)), "a=&c=1")
  }

  @Test func nilCanBeNull() throws {
    expectEqual(try text(["a": nil, "c": 1], URLEncoding(nilEncoding: .null)), "a=null&c=1")
  }

  @Test func anEmptyStringIsEncoded() throws {
    expectEqual(try text(["a": ""]), "a=")
  }

  @Test func emptyArraysAndDictionariesAreOmitted() throws {
    expectEqual(try text(["a": [Int](), "b": [String: Int](), "c": 1]), "c=1")
  }

  @Test func aRepeatedKeyIsKept() throws {
    expectEqual(try text(["a": 1, "a": 2]), "a=1&a=2")
  }

  @Test func jsonValuesAndRawRepresentablesAreParameters() throws {
    let value: JSONValue = ["b": [true, nil], "a": 1.5]
    expectEqual(try text(["k": value, "s": Sort.stars]), "k%5Ba%5D=1.5&k%5Bb%5D%5B%5D=1&s=stars")
  }

  private enum Sort: String, ParameterConvertible { case stars }
}
