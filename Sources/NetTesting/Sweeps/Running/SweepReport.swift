public import Net

/// The result of a sweep: how many runs failed, the grid, and the failures.
///
/// ```swift
/// let report = try await everyFault(in: { network in try await pay(network) }).report()
/// print(report.text)
/// try report.svg()?.write(to: file, atomically: true, encoding: .utf8)
/// ```
public struct SweepReport: Sendable, CustomStringConvertible {
  /// A failed run.
  public struct Failure: Sendable, Hashable {
    /// What the run was: `reset inside the head of request 2, GET https://mock.invalid/cart`.
    public var run: String
    /// What happened, on one or several lines.
    public var message: String
    /// Repeats the run.
    public var repeating: SweepRepeat

    /// Creates a failure.
    public init(run: String, message: String, repeating: SweepRepeat) {
      self.run = run
      self.message = message
      self.repeating = repeating
    }
  }

  /// What was swept: `Fault sweep`.
  public var title: String
  /// The line of the sweep.
  public var place: SourcePlace
  /// How many runs were made.
  public var runs: Int
  /// The results as a table; nil without one.
  public var grid: SweepGrid?
  /// The failed runs, in the order in which they were made.
  public var failures: [Failure]
  /// What the reader should know: what was left out, what ran in real time.
  public var notes: [String]
  /// The requests of the first failed run; nil without a failure.
  public var trace: Trace?

  /// Creates a report.
  public init(
    title: String, place: SourcePlace, runs: Int = 0, grid: SweepGrid? = nil, failures: [Failure] = [],
    notes: [String] = [], trace: Trace? = nil
  ) {
    self.title = title
    self.place = place
    self.runs = runs
    self.grid = grid
    self.failures = failures
    self.notes = notes
    self.trace = trace
  }

  /// Whether no run failed.
  public var isPassed: Bool { failures.isEmpty }

  /// The report as text: a summary, the first failure in full with its requests, the grid, and the other failures.
  public var text: String {
    let count =
      // Without runs, the failure says why the sweep could not begin.
      failures.isEmpty
      ? "no run of \(runs) failed"
      : runs == 0 ? "no run was made" : "\(failures.count) of \(runs.counted("run")) failed"
    var parts = ["\(title) at \(place): \(count)."]
    if let first = failures.first {
      let repeating = first.repeating.isClean ? "" : "\n\(first.repeating.line(at: place))"
      parts.append("First failure: \(first.run)\n\(first.message)\(repeating)")
      if let trace, !trace.requests.isEmpty {
        parts.append(trace.waterfall(Trace.WaterfallStyle(width: 100, maximumLines: 20)))
      }
    }
    if let grid { parts.append(grid.text) }
    if failures.count > 1 {
      let shown = failures.dropFirst().prefix(10).map { failure in
        "\(failure.repeating): \(failure.message.prefix { $0 != "\n" })"
      }
      let more = failures.count > 11 ? ["… and \(failures.count - 11) more"] : []
      parts.append((["Further failures:"] + shown + more).joined(separator: "\n"))
    }
    if !notes.isEmpty { parts.append(notes.map { "Note: \($0)" }.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the grid as an SVG picture; nil without a grid.
  ///
  /// ```swift
  /// try report.svg()?.write(to: file, atomically: true, encoding: .utf8)
  /// ```
  public func svg(title: String? = nil, appearance: Trace.Appearance = .automatic) -> String? {
    grid?.svg(title: title ?? "\(self.title) at \(place)", appearance: appearance)
  }

  /// The same as ``text``.
  public var description: String { text }

  /// Fails the test with the text if a run failed.
  ///
  /// - `place`: The line where the failure is reported.
  func failTest(at place: SourcePlace) {
    if !isPassed { TestReporter.current.fail(text, at: place) }
  }
}
