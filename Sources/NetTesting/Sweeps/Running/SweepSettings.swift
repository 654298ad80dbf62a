import Net

/// The arguments that all sweeps have in common.
struct SweepSettings: Sendable {
  var repeating: SweepRepeat?
  var seed: SweepSeed
  var limits: SweepLimits
  var configuration: SessionConfiguration
  var place: SourcePlace

  init(
    repeating: SweepRepeat?, seed: SweepSeed, limits: SweepLimits, configuration: SessionConfiguration,
    place: SourcePlace
  ) {
    self.repeating = repeating ?? SweepRepeat.fromEnvironment(for: place)
    self.seed = self.repeating?.seed ?? seed
    self.limits = limits
    self.configuration = configuration
    self.place = place
  }

  /// The name of a run.
  func name(_ cell: String) -> SweepRepeat { SweepRepeat(cell: cell, seed: seed) }

  /// Runs a sweep; the failed expectations of its bodies become reports of their runs.
  @concurrent func running(
    _ search: @escaping @concurrent @Sendable (SweepRunner) async throws -> SweepReport
  ) async throws -> SweepReport {
    var runner = SweepRunner(at: place)
    runner.limits = limits
    runner.configuration = configuration
    runner.seed = seed
    let report = SharedLock<SweepReport?>(nil)
    let active = runner.active
    try await TestIssues.capturing({ text in
      guard let control = active.withLock({ $0 }) else { return false }
      control.report(text, at: nil)
      return true
    }) { [runner] in
      let found = try await search(runner)
      report.withLock { $0 = found }
    }
    guard let report = report.withLock({ $0 }) else { throw CancellationError() }
    return report
  }
}
