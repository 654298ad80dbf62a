import Net

/// A sweep of faults or orders over a body; ``expect(_:file:line:)`` runs it.
public struct Sweep<Value: Sendable>: Sendable {
  let run: @Sendable ([SweepCheck]) async throws -> SweepReport

  /// Creates a sweep.
  ///
  /// - Parameters:
  ///   - title: What the report calls it.
  ///   - body: The body.
  ///   - settings: The settings of its runs.
  ///   - usual: The checks of a sweep that states none.
  ///   - problem: Why nothing can be swept; nil if a run shows that.
  ///   - scheme: Delivers the responses of a run without a change; nil if nothing holds them.
  ///   - search: Makes the runs with a change, after one without.
  init(
    _ title: String, _ body: SweepBody<Value>, _ settings: SweepSettings, usual: [SweepCheck],
    problem: String? = nil, scheme: (@Sendable () -> OrderScheme)? = nil,
    search: @escaping @concurrent @Sendable (inout SweepTrial<Value>, SweepRun<Value>) async throws -> Void
  ) {
    run = { checks in
      try await settings.running(title) { runner in
        var trial = SweepTrial<Value>(title, settings, runner, checks: checks.isEmpty ? usual : checks)
        if let problem {
          trial.fail(problem, repeating: settings.name(SweepRepeat.clean))
        } else if let clean = try await trial.clean(body, scheme: scheme) {
          try await search(&trial, clean)
        }
        return trial.finished
      }
    }
  }

  /// Runs the sweep, and fails the test if a run does not pass these checks.
  ///
  /// Without a check, all of them apply; in a sweep of orders, the result must also be the same.
  ///
  /// The failure contains the first failed run in full, of orders the simplest one, the grid of all runs, and a line to
  /// paste that repeats the run. Throws `CancellationError` if the task is cancelled, and nothing else.
  @discardableResult
  public func expect(
    _ checks: SweepCheck..., file: StaticString = #filePath, line: UInt = #line
  ) async throws -> SweepReport {
    let report = try await run(checks)
    report.failTest(at: SourcePlace(file: file, line: line))
    return report
  }

  /// Runs the sweep, and returns the report without failing the test.
  public func report(_ checks: SweepCheck...) async throws -> SweepReport { try await run(checks) }
}
