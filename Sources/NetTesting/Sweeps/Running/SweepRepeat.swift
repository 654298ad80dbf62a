import Foundation
import Net

/// Names one run of a sweep, so that it can be repeated alone: a cell of a grid, an order, a mutation.
///
/// The report of a failed sweep prints it in two forms: an argument to paste into the call, and an environment variable
/// to paste before the command.
///
/// ```swift
/// try await everyFault(of: .standard, repeating: "1:reset-inside-head", in: { network in try await pay(network) })
///   .expect()
/// ```
///
/// ```sh
/// NETTESTING_SWEEP="PaymentTests.swift:12 1:reset-inside-head" swift test --filter PaymentTests
/// ```
///
/// The environment variable applies only to the sweep at its line. The text contains a seed if it is not the standard
/// one: `2:status-503 seed:7`.
public struct SweepRepeat: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name of the run within its sweep: `1:reset-inside-head`.
  public var cell: String
  /// The seed of the sweep.
  public var seed: SweepSeed

  /// The name of the environment variable.
  public static let variable = "NETTESTING_SWEEP"

  /// Creates the name of a run.
  public init(cell: String, seed: SweepSeed = .standard) {
    self.cell = cell
    self.seed = seed
  }

  /// Reads a text that a report printed; other words around the name of the run are kept as a part of it.
  public init(_ text: String) {
    let text = HeaderSyntax.trimmed(text)
    let last = text.lastIndex(of: " ").map { text[text.index(after: $0)...] } ?? text[...]
    if last.hasPrefix("seed:"), let value = UInt64(last.dropFirst(5)) {
      seed = SweepSeed(value)
      // The name of a member of JSON may have several spaces in a row.
      cell = HeaderSyntax.trimmed(text[..<last.startIndex])
    } else {
      seed = .standard
      cell = text
    }
  }

  /// Reads a text that a report printed.
  public init(stringLiteral text: String) { self.init(text) }

  /// Whether it names the run without a change, with which every sweep begins.
  var isClean: Bool { cell == Self.clean }
  static let clean = "clean"

  /// The text that a report prints.
  public var description: String { seed == .standard ? cell : "\(cell) seed:\(seed)" }

  /// The line of a report: what to paste into the call, or before the command.
  func line(at place: SourcePlace) -> String {
    let literal = Self.escaped("\(self)", #"\""#)
    return
      "To repeat only this run, add repeating: \"\(literal)\" to the call, or set \(environment(at: place))"
  }

  /// The assignment of the environment variable, for a shell.
  func environment(at place: SourcePlace) -> String {
    "\(Self.variable)=\"\(Self.escaped("\(place) \(self)", #"\"$`"#))\""
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// Reads the environment variable, if it names the sweep at this line.
  static func fromEnvironment(
    for place: SourcePlace, in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> SweepRepeat? {
    guard let text = environment[variable], text.hasPrefix("\(place) ") else { return nil }
    return SweepRepeat(String(text.dropFirst("\(place) ".count)))
  }
}
