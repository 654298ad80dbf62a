import Foundation
import TestSupport
import Testing

/// The tests that pages name exist.
@Suite struct DocumentedTestsTests {
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .appending(path: "../../..").standardized

  @Test(
    "Each test that a page names exists", .heavy,
    arguments: [
      ("Sources/Net/Net.docc/PlatformLimits.md", 55), ("Documentation/Conformance.md", 20),
    ])
  func everyTestOfAPageExists(page: String, count: Int) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let names = TestNames(of: text)
    #expect(names.all.count >= count)
    let sources = try ["Tests", "AppleStandIns/Tests", "Sources/NetTesting/Contracts"].flatMap(Self.sources)
    #expect(names.missing(in: sources) == [])
  }

  @Test("Each row of the platform limits names a test")
  func everyLimitHasATest() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "Sources/Net/Net.docc/PlatformLimits.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    #expect(rows.count > 25)
    #expect(rows.filter { TestNames(of: String($0)).all.isEmpty } == [])
  }

  private static func sources(in folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  // MARK: - The check

  private let page = "| A limit | `ATests.one`, `ATests.two`, `BTests`, `CContract` and `code` |"
  private let sources = [
    "@Suite struct ATests {\n  func one() {}\n}", "extension ATests {\n  @Test func two() async {}\n}",
    "final class BTests: XCTestCase {}\npublic struct CContract {}",
  ]

  @Test("A page whose tests exist has no missing test")
  func aPageWithItsTestsHasNoFlaw() { #expect(TestNames(of: page).missing(in: sources) == []) }

  @Test(
    "A test that was renamed, moved or removed is missing",
    arguments: [
      ("func one", "func first", ["ATests.one"]), ("extension ATests", "extension BTests", ["ATests.two"]),
      ("class BTests", "class BTest", ["BTests"]), ("struct CContract", "enum DContract", ["CContract"]),
      ("func one() {}", "// func one", ["ATests.one"]),
    ])
  func aChangedTestIsMissing(part: String, change: String, missing: [String]) {
    let sources = sources.map { $0.replacing(part, with: change) }
    #expect(TestNames(of: page).missing(in: sources) == missing)
  }
}

/// The suites and tests that a page names: `` `Suite` `` or `` `Suite.test` ``.
private struct TestNames {
  let all: [String]

  init(of page: String) {
    all = page.matches(of: #/`([A-Z]\w*(?:Tests|Contract)(?:\.\w+)?)`/#).map { String($0.output.1) }
  }

  /// The names that no source declares.
  ///
  /// A test must be in a file that declares or extends its suite.
  func missing(in sources: [String]) -> [String] {
    var suites: [Substring: Set<Substring>] = [:]
    for source in sources {
      var (declared, tests): (Set<Substring>, Set<Substring>) = ([], [])
      for line in source.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first?.hasPrefix("//") == true { continue }
        for (keyword, name) in zip(words, words.dropFirst()) where Self.keywords.contains(keyword) {
          let name = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
          if keyword == "func" { tests.insert(name) } else { declared.insert(name) }
        }
      }
      for suite in declared { suites[suite, default: []].formUnion(tests) }
    }
    return all.filter { name in
      let parts = name.split(separator: ".")
      guard let tests = suites[parts[0]] else { return true }
      return parts.count > 1 && !tests.contains(parts[1])
    }
  }

  private static let keywords: Set<Substring> = ["func", "struct", "class", "extension", "enum", "actor"]
}
