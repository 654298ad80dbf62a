import Foundation

/// Formats the figures for people and for programs.
package enum Report {
  /// Returns a Markdown table with a row for each workload, in the order of the figures.
  package static func table(_ figures: [Figure], units: [String: String] = [:]) -> String {
    var names: [String] = []
    for figure in figures where !names.contains(figure.workload) {
      names.append(figure.workload)
    }
    let heading = [
      "workload", "per", "Stream ns", "OpenCombine ns", "floor ns", "× faster than OpenCombine",
      "× the floor",
      "mallocs", "OpenCombine's",
    ]
    let rows = names.map { name in
      let own = figures[name, .stream]
      let peer = figures[name, .openCombine]
      let floor = figures[name, .floor]
      return [
        name, units[name] ?? "", number(own?.ns), number(peer?.ns), number(floor?.ns),
        number(ratio(peer, own)), number(ratio(own, floor)), number(own?.mallocs), number(peer?.mallocs),
      ]
    }
    return aligned([heading] + rows)
  }

  /// Returns the figures as a JSON array.
  package static func json(_ figures: [Figure]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(figures)
  }

  /// Returns one line with the bar and its outcome.
  package static func line(_ verdict: Verdict) -> String {
    let bar =
      switch verdict.bar {
      case .faster(let name, let than, let least):
        "\(name): at least \(number(least)) times faster than \(than.rawValue)"
      case .costs(let name, let of, let most): "\(name): at most \(number(most)) times \(of.rawValue)"
      case .mallocs(let name, let most): "\(name): at most \(number(most)) mallocs"
      case .linear(let small, let large, let factor):
        "\(small) and \(large): costs that differ by less than \(number(factor)) times"
      }
    return switch verdict.outcome {
    case .met(let value): "met    \(bar); it is \(number(value))"
    case .short(let value): "SHORT  \(bar); it is \(number(value))"
    case .unmeasured: "SHORT  \(bar); it was not measured"
    case .uncountable: "       \(bar); they cannot be counted here"
    }
  }

  private static func ratio(_ above: Figure?, _ below: Figure?) -> Double? {
    guard let above, let below, below.ns > 0 else { return nil }
    return above.ns / below.ns
  }

  static func number(_ value: Double?) -> String {
    guard let value else { return "–" }
    if value != 0, value < 100, value != value.rounded() {
      return String(format: value < 10 ? "%.2f" : "%.1f", value)
    }
    return String(format: "%.0f", value)
  }

  private static func aligned(_ rows: [[String]]) -> String {
    guard let heading = rows.first else { return "" }
    let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      "| " + row.indices.map { padded(row[$0], widths[$0], left: $0 < 2) }.joined(separator: " | ") + " |"
    }
    let rule = widths.indices.map { String(repeating: "-", count: widths[$0] + 1) + ($0 < 2 ? "-" : ":") }
    lines.insert("|" + rule.joined(separator: "|") + "|", at: 1)
    return lines.joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int, left: Bool) -> String {
    let space = String(repeating: " ", count: width - text.count)
    return left ? text + space : space + text
  }
}
