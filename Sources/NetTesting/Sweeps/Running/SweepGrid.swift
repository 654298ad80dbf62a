/// The sign of a cell in the grid of a sweep.
public enum SweepSign: Character, Sendable, Hashable, CaseIterable {
  /// The run passes all checks.
  case passed = "."
  /// The cell has no run, because it cannot happen there.
  case none = " "
  /// The run was left out by a limit.
  case skipped = "-"
  /// The body did not end in time.
  case endless = "T"
  /// Something was still in use.
  case leak = "L"
  /// An unsafe request was sent again.
  case duplicate = "D"
  /// The body returned another value.
  case otherResult = "V"
  /// The body failed with an error of another type.
  case otherError = "E"
  /// A mock was misused, or an expectation of the body failed.
  case misuse = "M"

  /// Whether the run failed.
  public var isFailure: Bool { ![.passed, .none, .skipped].contains(self) }

  /// The meaning, as text.
  public var meaning: String {
    switch self {
    case .passed: "passed"
    case .none: "cannot happen"
    case .skipped: "left out"
    case .endless: "did not end in time"
    case .leak: "leak"
    case .duplicate: "unsafe request sent again"
    case .otherResult: "another result"
    case .otherError: "error of another type"
    case .misuse: "misuse or failed expectation"
    }
  }
}

/// The results of a sweep as a table with one sign for each run.
///
/// ```swift
/// let report = try await everyFault(in: { network in try await pay(network) }).report()
/// print(report.grid?.text ?? "")
/// ```
public struct SweepGrid: Sendable, Hashable {
  /// The names of the rows, such as faults.
  public var rows: [String]
  /// The names of the columns, such as requests.
  public var columns: [String]
  /// The signs, row by row.
  public private(set) var cells: [[SweepSign]]

  /// Creates a grid whose cells are all empty.
  public init(rows: [String], columns: [String]) {
    self.rows = rows
    self.columns = columns
    cells = Array(repeating: Array(repeating: .none, count: columns.count), count: rows.count)
  }

  /// The sign of a cell; an index outside of the grid reads as empty and is not set.
  public subscript(row: Int, column: Int) -> SweepSign {
    get { contains(row, column) ? cells[row][column] : .none }
    set {
      guard contains(row, column) else { return }
      cells[row][column] = newValue
    }
  }

  /// Whether there is a cell: a name that was added later has none.
  private func contains(_ row: Int, _ column: Int) -> Bool {
    cells.indices.contains(row) && cells[row].indices.contains(column)
  }

  /// Sets a cell, unless it already has a failure.
  public mutating func note(_ sign: SweepSign, row: Int, column: Int) {
    if !self[row, column].isFailure { self[row, column] = sign }
  }

  /// The signs that occur, in the order of their declaration.
  public var signs: [SweepSign] {
    let used = Set(cells.joined())
    return SweepSign.allCases.filter { used.contains($0) }
  }

  /// The grid as text: the columns with their numbers, a line for each row, and the meaning of the signs.
  public var text: String {
    let width = rows.map(\.count).max() ?? 0
    let digits = "\(columns.count)".count + 1
    var lines = columns.enumerated().map { index, name in
      "\(pad("\(index + 1)", to: digits - 1)) \(name)"
    }
    lines.append(
      String(repeating: " ", count: width)
        + columns.indices.map { pad("\($0 + 1)", to: digits) }.joined())
    for (name, signs) in zip(rows, cells) {
      let line =
        name + String(repeating: " ", count: width - name.count)
        + signs.map { pad(String($0.rawValue), to: digits) }.joined()
      lines.append(line.trimmedAtEnd)
    }
    let legend = signs.filter { $0 != .none }.map { "\($0.rawValue) \($0.meaning)" }
    if !legend.isEmpty { lines.append(legend.joined(separator: "   ")) }
    return lines.joined(separator: "\n")
  }

  private func pad(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
