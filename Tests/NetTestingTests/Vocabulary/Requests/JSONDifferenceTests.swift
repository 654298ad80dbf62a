import Net
import TestSupport
import Testing

@testable import NetTesting

/// The lines of a report on JSON that is not as expected.
@Suite struct JSONDifferenceTests {
  private func lines(
    _ actual: JSONValue, _ expected: JSONValue, allowsMore: Bool = false
  ) -> [String] {
    JSONDifference.report(
      JSONDifference.between(actual, and: expected, allowsMore: allowsMore), part: "JSON body")
  }

  @Test func aDifferenceOfTheWholeValueHasNoPath() {
    expectEqual(lines(1, "a"), [#"JSON body: expected "a", got 1"#])
  }

  @Test func aPathLeadsThroughObjectsAndArrays() {
    expectEqual(
      lines(["a-b": ["c_d": [["e f": 1]]]], ["a-b": ["c_d": [["e f": 2]]]]),
      [
        #"JSON body at a-b.c_d[0]["e f"]: expected 2, got 1"#
      ])
  }

  @Test func aLongPathIsCutInItsMiddle() {
    let name = "a" + String(repeating: "b", count: 100_000)
    let lines = lines([name: ["c": 1]], [name: ["c": 2]])
    let path = "\(name.prefix(150))…\(String(repeating: "b", count: 148)).c (100003 characters)"
    expectEqual(lines, ["JSON body at \(path): expected 2, got 1"])
  }

  @Test func furtherMembersThatAreAllowedAreNoDifferences() {
    expectEqual(lines(["a": 1, "b": 2], ["a": 3], allowsMore: true), ["JSON body at a: expected 3, got 1"])
    expectEqual(
      lines(["a": 1, "b": 2], ["a": 3]),
      ["JSON body at a: expected 3, got 1", "JSON body at b: expected nothing, got 2"])
  }

  @Test func aMissingSecretIsNotAnotherValue() {
    expectEqual(
      lines([:], ["password": "hunter1"]),
      ["JSON body at password: expected \(Redaction.placeholder), got nothing"])
    expectEqual(
      lines(["password": "hunter1"], [:]),
      ["JSON body at password: expected nothing, got \(Redaction.placeholder)"])
  }

  @Test(arguments: [(11, "1 more difference"), (1_000, "at least 990 more differences")])
  func atMostTenDifferencesAreListed(_ count: Int, _ rest: String) {
    let found = lines(.array(Array(repeating: 1, count: count)), .array(Array(repeating: 2, count: count)))
    expectEqual(found.count, 11)
    expectEqual(found.last, "JSON body: and \(rest)")
  }
}
