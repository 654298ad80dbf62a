import TestSupport
import Testing

@testable import Net

@Suite struct FieldNamesTests {
  /// Names that differ only in their number.
  private static func fields(_ name: String, _ count: Int, value: String = "1") -> HTTPHeaders {
    HTTPHeaders((0..<count).map { HTTPField(name: "\(name)\(1_000_000 + $0)", value: value) })
  }

  @Test(arguments: [1, 3, 16, 17, 40]) func namesAreFoundIgnoringCase(count: Int) {
    let names = FieldNames(of: Self.fields("X-a", count) + [HTTPField(name: "e\u{301}", value: "")])
    #expect(names.contains("x-A1000000"))
    #expect(names.contains("x-A\(1_000_000 + count - 1)"))
    #expect(!names.contains("x-A\(1_000_000 + count)"))
    #expect(names.contains("E\u{301}"))
    #expect(!names.contains("\u{e9}"))
  }

  @Test(arguments: [0, 1, 16, 17, 40]) func fieldsWithOneOfTheNamesAreRemoved(count: Int) {
    var headers: HTTPHeaders = [
      "A": "1", "X1000000": "2", "B": "3", "x1000039": "4", "x1000000": "5", "C": "6",
    ]
    var expected = headers
    let names = Self.fields("X", count).map(\.name)
    for name in names { expected.remove(name: name) }
    headers.remove(names: names)
    expectEqual(headers, expected)
  }

  @Test(arguments: [1, 16, 17, 40]) func mergingKeepsTheOthersWhoseNamesDoNotOccur(count: Int) {
    let own = Self.fields("X", count)
    let merged = own.merged(over: ["A": "1", "x1000000": "2", "B": "3"])
    expectEqual(
      merged, HTTPHeaders([HTTPField(name: "A", value: "1"), HTTPField(name: "B", value: "3")] + own))
  }

  /// What is done with this many names.
  enum Use: CaseIterable {
    case merging, removing

    fileprivate func perform(_ count: Int) {
      let (fields, others) = (FieldNamesTests.fields("a", count), FieldNamesTests.fields("b", count))
      switch self {
      case .merging: _ = fields.merged(over: others)
      case .removing:
        var headers = fields
        headers.remove(names: others.map(\.name))
      }
    }
  }

  /// The number of names in a message is up to its sender.
  @Test(.heavy, arguments: Use.allCases) func manyNamesTakeLinearTime(use: Use) {
    expectLinearTime(from: 500) { count in processorTime { use.perform(count) } }
  }
}

private func + (fields: HTTPHeaders, others: HTTPHeaders) -> HTTPHeaders {
  HTTPHeaders(Array(fields) + Array(others))
}
