/// The characters of one diagram, by tick.
struct MarbleRow: Sendable {
  private(set) var cells: [Int: [Character]] = [:]
  private(set) var end: Int?
  private(set) var length = 0

  mutating func append(_ character: Character, at position: Int) {
    cells[position, default: []].append(character)
    length = max(length, position + 1)
    if character == "|" || character == "#" { end = position }
  }

  /// The text of one tick: `a`, `(ab)`, a dash, or a space after the end.
  func text(at position: Int) -> String {
    guard let cell = cells[position] else { return end.map { position > $0 } == true ? " " : "-" }
    return cell.count == 1 ? String(cell) : "(\(String(cell)))"
  }

  /// The offset of the n-th character in the text of a tick; nil if there is none.
  func offset(of number: Int, at position: Int) -> Int? {
    guard let cell = cells[position], number < cell.count else { return nil }
    return cell.count == 1 ? 0 : number + 1
  }

  /// Rows of equal length with aligned ticks, and the columns at which the ticks start.
  static func align(_ rows: [MarbleRow], length: Int) -> (lines: [String], columns: [Int]) {
    var lines = rows.map { _ in "" }
    var columns: [Int] = []
    var column = 0
    for position in 0..<length {
      columns.append(column)
      let texts = rows.map { $0.text(at: position) }
      let width = texts.map(\.count).max() ?? 1
      for (index, text) in texts.enumerated() {
        lines[index] += text + String(repeating: " ", count: width - text.count)
      }
      column += width
    }
    return (lines.map { trimmed($0) }, columns)
  }

  private static func trimmed(_ line: String) -> String {
    guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...last])
  }
}
