import Foundation
import Measuring

/// The rate of a workload.
struct TestFigure: Codable, Equatable, Sendable {
  var name: String
  /// The unit: a test, a request.
  var unit: String
  /// The median of the rounds.
  var perSecond: Double

  /// Microseconds of CPU time per unit, for all threads of the process.
  var running: Double

  /// Returns the figures as a Markdown table.
  static func table(_ figures: [TestFigure]) -> String {
    let rows = figures.map { figure in
      "| \(figure.name) | \(figure.unit) | \(number(figure.perSecond)) | \(number(figure.running)) |"
    }
    return (["| workload | per | a second | µs of running |", "|---|---|---:|---:|"] + rows).joined(
      separator: "\n")
  }

  static func number(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}
