/// The cells of tables.
extension SecretSweep {
  /// Hides the second cell of a row of text if the first one is a secret name: `| password | … |`, `password<tab>…`.
  ///
  /// The position is at the mark between them.
  mutating func cell() {
    guard kind == .text, position > copied else { return }
    let mark = bytes[position]
    var first = start(before: position, atMost: 80) { !Self.isLineBreak($0) }
    guard first == 0 || Self.isLineBreak(bytes[first - 1]) else { return }
    let lineStart = first
    first = end(from: first) { $0 == 0x20 || $0 == mark }
    guard first < position else { return }
    let name = first..<start(before: position) { $0 == 0x20 }
    let isRow = bytes[lineStart..<first].contains(mark)
    guard bytes[name].allSatisfy({ Self.isOfName($0) || isRow && $0 == 0x20 }),
      redaction.verdict(onNamed: text(name)) == .all
    else { return }
    let start = end(from: position + 1) { $0 == 0x20 }
    let cell = start..<end(from: start) { !Self.isLineBreak($0) && $0 != mark }
    let end = cell.lowerBound < cell.upperBound ? self.start(before: cell.upperBound) { $0 == 0x20 } : start
    guard start < end, !bytes[start..<end].allSatisfy({ "-:=".utf8.contains($0) }) else { return }
    hide(start..<end)
  }

  // MARK: - Columns

  /// Finds the cells below secret names if the separator at the position is the first one in the first row of a table:
  /// `user,password` with `bob,…` below, `| user | password |` with `|---|---|` below.
  ///
  /// Names have no spaces, except in quotes and between bars, where a line of dashes follows. So most lines of a text
  /// end the search in their first words.
  mutating func columns() {
    guard kind == .text, position >= rowsEnd, redaction.hidesBodies else { return }
    let mark = bytes[position]
    var first = position
    while first > 0, position - first < 256, !Self.isLineBreak(bytes[first - 1]) { first -= 1 }
    let isTable = mark == UInt8(ascii: "|")
    let line = first..<end(from: position) { !Self.isLineBreak($0) }
    rowsEnd = line.upperBound
    guard first == 0 || Self.isLineBreak(bytes[first - 1]), var next = lineAfter(line.upperBound),
      let names = names(in: line, mark, isTable)
    else { return }
    if isTable {
      guard isRule(next), let row = lineAfter(next.upperBound) else { return }
      next = row
    }
    let verdicts = names.map { $0.isEmpty ? .shown : redaction.verdict(onNamed: text($0)) }
    let isSecret = verdicts.contains { $0 > .shown }
    var hasRows = false
    while true {
      // A line of dashes may end a table, and the last row of a text may be cut off.
      if !isTable || !isRule(next) {
        let cells = self.cells(in: next, mark)
        let isCutOff = next.upperBound == bytes.count && (hasRows || cells.count > 1)
        guard cells.count >= names.count || isCutOff else { break }
        hasRows = true
        if isSecret { remember(cells, verdicts) }
      }
      rowsEnd = next.upperBound
      guard let row = lineAfter(next.upperBound) else { break }
      next = row
    }
  }

  /// Notes the cells with a secret name, which the sweep hides when it is there.
  private mutating func remember(_ cells: [Range<Int>], _ verdicts: [SecretName.Verdict]) {
    for (column, verdict) in verdicts.enumerated() where column < cells.count && verdict > .shown {
      // A cell that contains the separator without quotes has more than its name says.
      let isLast = column == verdicts.count - 1
      let cell = isLast ? cells[column].lowerBound..<cells[cells.count - 1].upperBound : cells[column]
      if !cell.isEmpty, hides(verdict, cell) { secretCells.append(cell) }
    }
  }

  /// Hides the cell that begins at or before the position.
  mutating func secretCell() {
    guard let cell = secretCells.popFirst() else { return }
    if position < cell.upperBound { hide(max(position, cell.lowerBound)..<cell.upperBound) }
  }

  /// Returns the names in the first row of a table, or nil if it is none.
  private func names(in line: Range<Int>, _ mark: UInt8, _ isTable: Bool) -> [Range<Int>]? {
    let cells = cells(in: line, mark)
    guard cells.count > 1 else { return nil }
    for (index, cell) in cells.enumerated() {
      let isEdge = isTable && (index == 0 || index == cells.count - 1)
      guard !cell.isEmpty || isEdge else { return nil }
      let hasSpaces = isTable || cell.lowerBound > 0 && Self.isQuote(bytes[cell.lowerBound - 1])
      guard bytes[cell].allSatisfy({ Self.isOfName($0) || hasSpaces && $0 == 0x20 }) else { return nil }
    }
    return cells
  }

  /// Returns the cells of a row, without spaces, quotes and the marks of Markdown around them.
  private func cells(in line: Range<Int>, _ mark: UInt8) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var index = line.lowerBound
    while true {
      var start = index
      while start < line.upperBound, bytes[start] == 0x20 { start += 1 }
      var end = start
      if start < line.upperBound, bytes[start] == UInt8(ascii: "\"") {
        // A quote in quotes is doubled (RFC 4180).
        end += 1
        while end < line.upperBound {
          if bytes[end] == UInt8(ascii: "\"") {
            guard end + 1 < line.upperBound, bytes[end + 1] == UInt8(ascii: "\"") else { break }
            end += 1
          }
          end += 1
        }
        cells.append(start + 1..<end)
        while end < line.upperBound, bytes[end] != mark { end += 1 }
      } else {
        while end < line.upperBound, bytes[end] != mark { end += 1 }
        var last = end
        while last > start, " *`'".utf8.contains(bytes[last - 1]) { last -= 1 }
        while start < last, "*`'".utf8.contains(bytes[start]) { start += 1 }
        cells.append(start..<last)
      }
      guard end < line.upperBound else { return cells }
      index = end + 1
    }
  }

  /// Returns the line after the break here, or nil if there is none or it is empty.
  private func lineAfter(_ end: Int) -> Range<Int>? {
    guard end < bytes.count else { return nil }
    let isPair = bytes[end] == 0x0d && byte(at: end + 1) == 0x0a
    let start = end + (isPair ? 2 : 1)
    let line = start..<self.end(from: start) { !Self.isLineBreak($0) }
    return line.isEmpty ? nil : line
  }

  /// Returns whether the line is one of dashes between rows.
  private func isRule(_ line: Range<Int>) -> Bool {
    bytes[line].contains(UInt8(ascii: "-")) && bytes[line].allSatisfy { "-+|:= ".utf8.contains($0) }
  }
}
