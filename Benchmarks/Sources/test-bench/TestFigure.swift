import Foundation
import Measuring

/// How often a second something was done.
struct TestFigure: Codable, Equatable, Sendable {
  var name: String
  /// What was done: a test, a request, a look-up.
  var unit: String
  /// The median of the rounds.
  var perSecond: Double

  /// How many microseconds threads of the process ran for one.
  var running: Double

  /// The figures as a table in Markdown.
  static func table(_ figures: [TestFigure]) -> String {
    let rows = figures.map { figure in
      "| \(figure.name) | \(figure.unit) | \(number(figure.perSecond)) | \(number(figure.running)) |"
    }
    return (["| workload | per | a second | µs of running |", "|---|---|---:|---:|"] + rows).joined(
      separator: "\n")
  }

  static func number(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}
