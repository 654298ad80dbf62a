import Foundation
import Testing

/// The tables "Not here" of the pages for people who come from other libraries.
@Suite struct ComingFromPagesTests {
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()

  @Test(arguments: [
    ("Stream/Stream.docc/ComingFrom.md", "ComingFromRxSwiftTests.swift"),
    ("Net/Net.docc/ComingFromAlamofireOrMoya.md", "ComingFromAlamofireTests.swift"),
    ("NetTesting/NetTesting.docc/ComingFromNimble.md", "ComingFromNimbleTests.swift"),
  ])
  func everyLineToWriteInsteadIsCompiledByATest(page: String, test: String) throws {
    let page = try String(contentsOf: tests.appending(path: "../../Sources/\(page)"), encoding: .utf8)
    let source = words(try String(contentsOf: tests.appending(path: test), encoding: .utf8))
    let lines = instead(in: page)
    #expect(lines.count > 10)
    #expect(lines.filter { !source.contains(words($0)) } == [])
  }

  /// The code in the second column of the tables under "Not here".
  private func instead(in page: String) -> [String] {
    var isNotHere = false
    return page.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("#") { isNotHere = line.hasSuffix("# Not here") }
      let cells = line.replacing("\\|", with: "").split(separator: "|")
      guard isNotHere, line.hasPrefix("|"), cells.count == 2 else { return [] }
      // Names of types are links, with two marks.
      return cells[1].replacing("``", with: "\"").matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
  }

  /// The text without spaces, which are different where a line is broken.
  private func words(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
}
