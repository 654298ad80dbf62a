import Foundation

/// A page for people who come from another library: the rows of its tables, and its list of differences.
struct NamePage {
  struct Row: Equatable {
    /// The first cell without marks, which names the row in the tests.
    var name: String
    /// The code in the cells of this package.
    var code: [String]
  }

  private(set) var rows: [Row] = []
  /// Tables none of whose columns is known.
  private(set) var unknownTables: [String] = []

  init(_ text: String) {
    var columns: [Int]?
    var listsDifferences = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") { listsDifferences = line.hasSuffix(" What differs") }
      if listsDifferences, let match = line.wholeMatch(of: /- \*\*(.+?)\*\*.*/) {
        rows.append(Row(name: Self.name(String(match.output.1)), code: []))
      }
      guard line.hasPrefix("|") else {
        columns = nil
        continue
      }
      let cells = Self.cells(of: String(line))
      guard let here = columns else {
        columns = cells.indices.filter { ["Here", "Write instead", "For requests"].contains(cells[$0]) }
        if columns == [] { unknownTables.append(cells[0]) }
        continue
      }
      guard !cells.allSatisfy({ $0.allSatisfy { $0 == "-" } }) else { continue }
      let code = here.filter(cells.indices.contains).flatMap { index in
        Self.code(in: cells[index]) + (cells[index].hasPrefix("the same") ? Self.code(in: cells[0]) : [])
      }
      rows.append(Row(name: Self.name(cells[0]), code: code))
    }
  }

  private static func cells(of line: String) -> [String] {
    line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
      $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|")
    }
  }

  private static func name(_ cell: String) -> String { cell.replacing("`", with: "") }

  /// The code of a cell; a link to a symbol is the name of the symbol.
  private static func code(in cell: String) -> [String] {
    cell.matches(of: /``([^`]+)``|`([^`]+)`/).map { match in
      guard let link = match.output.1 else { return match.output.2.map(String.init) ?? "" }
      let symbol = link.replacing(/-(\(.*\)|[a-z0-9.]+)$/, with: "").split(separator: "/")
      let isInitializer = symbol.last?.hasPrefix("init(") == true
      let name = (isInitializer ? symbol.dropLast() : symbol[...]).last ?? ""
      return String(name.prefix { $0 != "(" })
    }
  }
}
