import Foundation
import Net

/// Runs a body once, in virtual time, with its own network.
struct SweepRunner: Sendable {
  var limits = SweepLimits()
  var configuration = SweepNetwork.defaultConfiguration
  var seed = SweepSeed.standard
  /// Whether code outside of the executor is expected: in the runs without a change, and if there was some in these.
  var expectsCodeOutside = true
  /// How long an earlier run waited in real time and in vain, if this one does not wait as long; nil if it does.
  var waited: Duration?
  /// Whether the requests of the run are traced.
  var traces = false
  /// The line of the sweep.
  let place: SourcePlace
  /// The run that is being made.
  let active = SharedLock<SweepControl?>(nil)
  /// Looks for runs that keep their thread.
  let watch = SweepWatch()
  /// The note that is printed if a run traps.
  let note = SweepCrashNote()

  init(at place: SourcePlace) { self.place = place }

  /// How long a response takes in virtual time, unless its stub says otherwise or a scheme delivers it.
  private static let latency = Duration.milliseconds(10)

  /// Runs the body.
  ///
  /// - `scheme`: Chooses which of the pending responses is delivered; nil to deliver each after the latency.
  /// - `name`: The text that repeats the run, for a run that traps.
  @concurrent func run<Value: Sendable>(
    _ body: SweepBody<Value>, _ plan: FaultPlan = FaultPlan(), scheme: OrderScheme? = nil,
    name: SweepRepeat? = nil
  ) async throws -> SweepRun<Value> {
    note.write(name, at: place)
    defer { note.write(nil, at: place) }
    let executor = SweepExecutor()
    let control = SweepControl(
      plan, limits: limits, delivery: scheme == nil ? .after(Self.latency) : .held, executor: executor,
      at: place)
    let scope = TestScope(keepsFailures: false, checksLeaks: true, place: place)
    let reporter = TestReporter { [weak control] message, place in
      guard !TestIssues.isKnown(TestFailure(message: message, place: place)) else { return }
      control?.report(message, at: place)
    }
    active.withLock { $0 = control }
    watch.begin(control, name: name)
    defer {
      watch.end()
      active.withLock { $0 = nil }
    }
    return try await TestReporter.$override.withValue(reporter) {
      try await LeakWitness.$grace.withValue(.milliseconds(20)) {
        try await scope.run { try await SweepDrive(self, control, executor, scope, scheme).run(body) }
      }
    }
  }
}
