import Net

/// The arguments that all sweeps have in common.
struct SweepSettings: Sendable {
  var repeating: SweepRepeat?
  var seed: SweepSeed
  var limits: SweepLimits
  var configuration: SessionConfiguration
  var place: SourcePlace

  init(
    _ repeating: SweepRepeat?, _ seed: SweepSeed, _ limits: SweepLimits,
    _ configuration: SessionConfiguration,
    at place: SourcePlace
  ) {
    self.repeating = repeating ?? SweepRepeat.fromEnvironment(for: place)
    self.seed = self.repeating?.seed ?? seed
    self.limits = limits
    self.configuration = configuration
    self.place = place
  }

  /// The name of a run.
  func name(_ cell: String) -> SweepRepeat { SweepRepeat(cell: cell, seed: seed) }

  /// Runs a sweep with this title; the failed expectations of its bodies become reports of their runs.
  @concurrent func running(
    _ title: String, _ search: @escaping @concurrent @Sendable (SweepRunner) async throws -> SweepReport
  ) async throws -> SweepReport {
    var runner = SweepRunner(at: place)
    runner.limits = limits
    // The body may reach the jar and the cache that it was written with; what it changes there stays out of the runs.
    runner.configuration = configuration.copyForOneRun()
    runner.seed = seed
    let active = runner.active
    return try await runner.watch.watching(upTo: limits.blocking) { [runner] in
      try await capturing(active) { try await search(runner) }
    } stuck: { [self] stuck in
      let name = stuck.name ?? self.name(SweepRepeat.clean)
      let failure = SweepReport.Failure(
        run: name.isClean ? "the run without a change" : "the run \(name)",
        message: stuck.message(limit: limits.blocking), repeating: name)
      return SweepReport(title: title, place: place, runs: stuck.run, failures: [failure])
    }
  }

  private func capturing(
    _ active: SharedLock<SweepControl?>,
    _ search: @escaping @concurrent @Sendable () async throws -> SweepReport
  ) async throws -> SweepReport {
    let report = SharedLock<SweepReport?>(nil)
    try await TestIssues.capturing(
      at: place,
      { text in
        guard let control = active.withLock({ $0 }) else { return false }
        control.report(text, at: nil)
        return true
      }
    ) {
      let found = try await search()
      report.withLock { $0 = found }
    }
    guard let report = report.withLock({ $0 }) else { throw CancellationError() }
    return report
  }
}

extension SessionConfiguration {
  /// A copy whose cookie jar and cache begin with the same content and are no one else's.
  func copyForOneRun() -> SessionConfiguration {
    var configuration = self
    configuration.cookies = cookies?.copy()
    configuration.cache = cache?.copyInMemory()
    return configuration
  }
}
