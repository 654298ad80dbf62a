import Foundation

/// Formats the figures for people and for programs.
package enum NetReport {
  /// Returns a table with a row for each figure.
  package static func table(_ figures: [NetFigure]) -> String {
    let columns = [
      "requests/s", "CPU µs", "MB", "µs", "MiB/s", "mallocs", "answered", "p99 ms", "KB each", "wake-ups",
    ]
    let rows =
      [["workload", "subject"] + columns]
      + figures.map { figure in
        let cells = cells(figure.value)
        return [figure.workload, figure.subject.rawValue] + columns.map { cells[$0] ?? "–" }
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      "| "
        + zip(row, widths).enumerated().map { index, cell in
          let space = String(repeating: " ", count: cell.1 - cell.0.count)
          return index < 2 ? cell.0 + space : space + cell.0
        }.joined(separator: " | ") + " |"
    }
    lines.insert(
      "|"
        + widths.enumerated().map { index, width in
          String(repeating: "-", count: width + 1) + (index < 2 ? "-" : ":")
        }
        .joined(separator: "|") + "|", at: 1)
    return lines.joined(separator: "\n")
  }

  private static func cells(_ value: NetFigure.Value) -> [String: String] {
    switch value {
    case .requests(let rps, let cpu, let rss):
      ["requests/s": whole(rps), "CPU µs": tenth(cpu), "MB": tenth(rss)]
    case .layer(let us, let mallocs): ["µs": tenth(us), "mallocs": mallocs.map(tenth) ?? "–"]
    case .reading(let mibps, let mallocs): ["MiB/s": whole(mibps), "mallocs": mallocs.map(tenth) ?? "–"]
    case .crowd(let answered, let sent, let rps):
      ["requests/s": whole(rps), "answered": "\(answered) of \(sent)"]
    case .latency(let quiet, let busy): ["p99 ms": "\(tenth(quiet)) / \(tenth(busy))"]
    case .idle(let kb, let wakeUps): ["KB each": tenth(kb), "wake-ups": tenth(wakeUps)]
    }
  }

  /// Returns the figures as a JSON array.
  package static func json(_ figures: [NetFigure]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(figures)
  }

  private static func whole(_ value: Double) -> String { String(Int(value.rounded())) }
  private static func tenth(_ value: Double) -> String { String(value.rounded1) }
}
