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
      ("Documentation/CacheRequirements.md", 150),
    ])
  func everyTestOfAPageExists(page: String, count: Int) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let names = TestNames(of: text)
    #expect(names.all.count >= count)
    let folders = ["Tests", "AppleStandIns/Tests", "Sources/NetTesting/Contracts"]
    let files = folders.flatMap(Self.files)
    #expect(try names.missing { suite in try files.filter { suite.isFile($0) }.map(Self.text) } == [])
  }

  @Test("Each row of the platform limits names a test")
  func everyLimitHasATest() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "Sources/Net/Net.docc/PlatformLimits.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    #expect(rows.count > 25)
    #expect(rows.filter { TestNames(of: String($0)).all.isEmpty } == [])
  }

  private static func files(in folder: String) -> [URL] {
    let files = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return files?.compactMap { $0 as? URL } ?? []
  }

  /// A folder is a target of tests.
  private static func text(of file: URL) throws -> String {
    file.pathExtension == "swift" ? try String(contentsOf: file, encoding: .utf8) : ""
  }

  // MARK: - The check

  private let page = "| A limit | `ATests.one`, `ATests.two`, `BTests`, `CContract` and `code` |"
  private let files = [
    "ATests.swift": "@Suite struct ATests {\n  func one() {}\n}",
    "ATests+Two.swift": "extension ATests {\n  @Test func two() async {}\n}",
    "BTests.swift": "final class BTests: XCTestCase {}", "CContract": "",
  ]

  private func missing(in files: [String: String]) -> [String] {
    TestNames(of: page).missing { suite in
      files.filter { suite.isFile(URL(filePath: "/\($0.key)")) }.map(\.value)
    }
  }

  @Test("A page whose tests exist has no missing test")
  func aPageWithItsTestsHasNoFlaw() { #expect(missing(in: files) == []) }

  @Test(
    "A test that was renamed or removed is missing",
    arguments: [
      ("func one", "func first", ["ATests.one"]), ("func one() {}", "// func one() {}", ["ATests.one"]),
      ("func two", "func second", ["ATests.two"]),
    ])
  func aChangedTestIsMissing(part: String, change: String, missing: [String]) {
    #expect(self.missing(in: files.mapValues { $0.replacing(part, with: change) }) == missing)
  }

  @Test(
    "A suite without a file or folder is missing",
    arguments: [
      ("ATests+Two.swift", ["ATests.two"]), ("BTests.swift", ["BTests"]), ("CContract", ["CContract"]),
    ])
  func aRemovedFileIsMissing(file: String, missing: [String]) {
    #expect(self.missing(in: files.filter { $0.key != file }) == missing)
  }
}

/// The suites and tests that a page names: `` `Suite` `` or `` `Suite.test` ``.
private struct TestNames {
  let all: [String]

  init(of page: String) {
    all = page.matches(of: #/`([A-Z]\w*(?:Tests|Contract)(?:\.\w+)?)`/#).map { String($0.output.1) }
  }

  /// The names that do not exist, given the sources of each suite.
  func missing(in sources: (Suite) throws -> [String]) rethrows -> [String] {
    try all.filter { name in
      let parts = name.split(separator: ".")
      let sources = try sources(Suite(name: String(parts[0])))
      guard parts.count > 1 else { return sources.isEmpty }
      return !sources.contains { Self.declares(parts[1], $0) }
    }
  }

  private static func declares(_ test: Substring, _ source: String) -> Bool {
    source.split(separator: "\n").contains { line in
      line.contains("func \(test)(") && !line.drop { $0 == " " }.hasPrefix("//")
    }
  }

  struct Suite {
    let name: String

    /// Returns whether a file or folder is named like the suite, as in `ATests.swift` or `ATests+More.swift`.
    func isFile(_ file: URL) -> Bool {
      // Most files have another name, and removing their extensions takes long.
      guard file.lastPathComponent.hasPrefix(self.name) else { return false }
      let name = file.deletingPathExtension().lastPathComponent
      return name == self.name || name.hasPrefix("\(self.name)+")
    }
  }
}
