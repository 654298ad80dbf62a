import Net

/// The results of a mutation sweep by field and kind of change.
struct MutationGrid {
  private var fields: [ExactText] = []
  private var signs: [ExactText: [JSONMutation.Change.Row: SweepSign]] = [:]
  /// The changes that each field does not survive.
  private var failures: [ExactText: [String]] = [:]

  /// The maximum number of columns of a grid; beyond that, only fields with failures are shown.
  static let width = 30

  mutating func note(_ sign: SweepSign, _ change: JSONMutation.Change, _ path: String) {
    let field = ExactText(path)
    if signs[field] == nil { fields.append(field) }
    let old = signs[field]?[change.row]
    if old?.isFailure != true { signs[field, default: [:]][change.row] = sign }
    if sign.isFailure { failures[field, default: []].append(change.word) }
  }

  /// The grid: changes by fields.
  var grid: SweepGrid {
    let failed = fields.filter { failures[$0] != nil }
    let columns = fields.count <= Self.width ? fields : Array(failed.prefix(Self.width))
    let rows = JSONMutation.Change.Row.allCases.filter { row in columns.contains { signs[$0]?[row] != nil } }
    var grid = SweepGrid(rows: rows.map(\.rawValue), columns: columns.map(\.text))
    for (column, field) in columns.enumerated() {
      for (row, name) in rows.enumerated() {
        if let sign = signs[field]?[name] { grid.note(sign, row: row, column: column) }
      }
    }
    return grid
  }

  /// The fields with failures, each with its changes; nil without any.
  var failedFields: String? {
    let failed = fields.compactMap { field in
      failures[field].map { changes in "\(field.text) (\(list(changes, limit: 4)))" }
    }
    return failed.isEmpty ? nil : list(failed, limit: 20)
  }
}
