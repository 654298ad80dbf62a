import Foundation
import Testing

/// Each row of the pages for people who come from other libraries has a test that compiles and runs it.
@Suite struct ComingFromPagesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: [
    ("Stream/Stream.docc/ComingFrom.md", "RxSwift", 150),
    ("Net/Net.docc/ComingFromAlamofireOrMoya.md", "Alamofire", 120),
    ("NetTesting/NetTesting.docc/ComingFromNimble.md", "Nimble", 40),
    ("NetTesting/NetTesting.docc/ComingFromOthers.md", "Others", 40),
    ("NetStream/NetStream.docc/ComingFromURLSessionOrOkHttp.md", "URLSession", 40),
  ])
  func everyRowHasATest(page: String, folder: String, count: Int) throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "../../../Sources/\(page)"), encoding: .utf8)
    let sources = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: folder), includingPropertiesForKeys: nil)
    let sections = NameSections(try sources.map { try String(contentsOf: $0, encoding: .utf8) })
    let page = NamePage(text)
    #expect(page.unknownTables == [])
    #expect(page.rows.count >= count)
    #expect(Self.flaws(of: page, sections) == [])
  }

  @Test func everyPageIsChecked() throws {
    let sources = Self.folder.appending(path: "../../../Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let pages = files?.compactMap { $0 as? URL }.map(\.lastPathComponent).filter {
      $0.hasPrefix("ComingFrom")
    }
    #expect(
      pages?.sorted() == [
        "ComingFrom.md", "ComingFromAlamofireOrMoya.md", "ComingFromNimble.md", "ComingFromOthers.md",
        "ComingFromURLSessionOrOkHttp.md",
      ])
  }

  // MARK: - The check

  private let page = """
    | Peer | Here |
    |---|---|
    | `old(…)` | `new(1, …)`, ``Type/name(_:)-(Int)`` |
    | `equal` | the same |

    ## What differs

    - **Time** is `Duration`.
    """

  private let tests = """
    // Row: old(…)
    let x = new(
      1, 2)
    x.name(3)
    // Row: equal
    equal()
    // Row: Time
    wait()
    """

  @Test func aPageWithItsTestsHasNoFlaw() {
    #expect(Self.flaws(of: NamePage(page), NameSections([tests])) == [])
  }

  @Test(arguments: [
    ("| `equal` |", "| `another` |", ["no test: another", "no row: equal"]),
    ("| `equal` | the same |\n", "", ["no row: equal"]),
    ("new(1, …)", "new(2, …)", ["old(…): new(2, …)"]),
    ("name(_:)-(Int)", "other", ["old(…): other"]),
    ("**Time**", "**Length**", ["no test: Length", "no row: Time"]),
    ("| `equal` |", "| `old(…)` |", ["old(…): old(…)", "twice: old(…)", "no row: equal"]),
  ])
  func aChangedPageHasAFlaw(part: String, change: String, flaws: [String]) {
    #expect(Self.flaws(of: NamePage(page.replacing(part, with: change)), NameSections([tests])) == flaws)
  }

  @Test(arguments: [
    ("x.name(3)", "x.names(3)", ["old(…): name"]),
    ("wait()", "", ["Time: no code"]),
    ("equal()", "// equal()", ["equal: equal"]),
    ("1, 2", "3, 2", ["old(…): new(1, …)"]),
  ])
  func aChangedTestHasAFlaw(part: String, change: String, flaws: [String]) {
    #expect(Self.flaws(of: NamePage(page), NameSections([tests.replacing(part, with: change)])) == flaws)
  }

  @Test func aTableWithoutAColumnOfThisPackageIsUnknown() {
    #expect(NamePage(page.replacing("| Here |", with: "| There |")).unknownTables == ["Peer"])
  }

  private static func flaws(of page: NamePage, _ sections: NameSections) -> [String] {
    let names = page.rows.map(\.name)
    let rows = page.rows.flatMap { row -> [String] in
      guard let code = sections.code[row.name] else { return ["no test: \(row.name)"] }
      let missing = row.code.filter { !sections.contains($0, in: row.name) }.map { "\(row.name): \($0)" }
      return (code.contains { !$0.isWhitespace } ? [] : ["\(row.name): no code"]) + missing
    }
    let twice = Set(names).filter { name in names.count { $0 == name } > 1 }.sorted().map { "twice: \($0)" }
    let orphans = sections.code.keys.filter { !names.contains($0) }.sorted().map { "no row: \($0)" }
    return rows + twice + orphans
  }
}
