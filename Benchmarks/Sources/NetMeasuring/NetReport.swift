import Foundation

/// Formats the figures for people and for programs.
package enum NetReport {
  /// Returns a table with a row for each figure.
  package static func table(_ figures: [NetFigure]) -> String {
    let rows =
      [["workload", "subject", "requests/s", "CPU µs", "MB", "µs", "MiB/s", "mallocs", "answered", "p99 ms"]]
      + figures.map { figure in
        switch figure.value {
        case .requests(let rps, let cpu, let rss):
          [
            figure.workload, figure.subject.rawValue, whole(rps), tenth(cpu), tenth(rss), "–", "–", "–", "–",
            "–",
          ]
        case .layer(let us, let mallocs):
          [
            figure.workload, figure.subject.rawValue, "–", "–", "–", tenth(us), "–",
            mallocs.map(tenth) ?? "–", "–", "–",
          ]
        case .reading(let mibps, let mallocs):
          [
            figure.workload, figure.subject.rawValue, "–", "–", "–", "–", whole(mibps),
            mallocs.map(tenth) ?? "–", "–", "–",
          ]
        case .crowd(let answered, let sent, let rps):
          [
            figure.workload, figure.subject.rawValue, whole(rps), "–", "–", "–", "–", "–",
            "\(answered) of \(sent)", "–",
          ]
        case .latency(let quiet, let busy):
          [
            figure.workload, figure.subject.rawValue, "–", "–", "–", "–", "–", "–", "–",
            "\(tenth(quiet)) / \(tenth(busy))",
          ]
        }
      }
    let widths = (0..<10).map { column in rows.map { $0[column].count }.max() ?? 0 }
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

  /// Returns the figures as a JSON array.
  package static func json(_ figures: [NetFigure]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(figures)
  }

  private static func whole(_ value: Double) -> String { String(Int(value.rounded())) }
  private static func tenth(_ value: Double) -> String { String(value.rounded1) }
}
