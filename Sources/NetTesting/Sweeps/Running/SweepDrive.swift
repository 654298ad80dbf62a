import Foundation
import Net

/// Drives one run to its end: runs the jobs of the body, then advances the virtual time, then waits in real time.
struct SweepDrive: Sendable {
  private let runner: SweepRunner
  private let control: SweepControl
  private let executor: SweepExecutor
  private let scope: TestScope
  private let scheme: OrderScheme?
  private let network: SweepNetwork
  private let recorder: TraceRecorder?

  init(
    _ runner: SweepRunner, _ control: SweepControl, _ executor: SweepExecutor, _ scope: TestScope,
    _ scheme: OrderScheme?
  ) {
    self.runner = runner
    self.control = control
    self.executor = executor
    self.scope = scope
    self.scheme = scheme
    recorder = runner.traces ? TraceRecorder() : nil
    var configuration = runner.configuration.copyForOneRun()
    if let recorder { configuration.monitors.append(recorder) }
    network = SweepNetwork(control, configuration: configuration, seed: runner.seed, at: runner.place)
    network.time.onSchedule { [executor] in executor.noteActivity() }
  }

  /// What the driver does when nothing more can be done in virtual time.
  private enum Idle {
    case ended
    /// The next action is due after the limit.
    case tooLate
    /// The tasks of the body run on and on, although nothing happens.
    case spinning
    /// The run sent too many requests.
    case exhausted
    /// The time could advance to the next action, unless code outside of the executor does something before.
    case paused(before: Duration)
    case nothing
  }

  func run<Value: Sendable>(_ body: SweepBody<Value>) async throws -> SweepRun<Value> {
    let result = SharedLock<Result<Value, any Error>?>(nil)
    let watch = StubLedger.Watch(ledger: network.ledger) { [control] other in
      control.report(
        """
        the body sent a request through another mock than the network that it was given. The sweep does not reach \
        that mock: pass the network to all code under test.
        """, at: other.place)
    }
    let (course, escaped) = try await StubLedger.$watch.withValue(watch) {
      start(body, into: result)
      let course = try await drive { result.withLock { $0 != nil } }
      return (course, executor.foreign > 0)
    }
    executor.beginDriving()
    let waiting = self.waiting(course)
    let ending = result.withLock { $0 }
    end(leavingBody: ending == nil)
    return SweepRun(
      ending: ending.map { result in
        switch result {
        case .success(let value): .value(value)
        case .failure(let error): .error(error)
        }
      } ?? .none(waiting), requests: control.requests, reports: control.reports,
      leaks: ending == nil ? [] : control.leaks, isCancelled: ending != nil && control.isCancelled,
      time: network.time.now, realTime: course.realTime, escaped: escaped, mustEnd: body.mustEnd,
      trace: recorder?.trace, equality: body.equality)
  }

  // MARK: - Start and end

  /// Starts the body, which sets the result when it ends.
  private func start<Value: Sendable>(
    _ body: SweepBody<Value>, into result: SharedLock<Result<Value, any Error>?>
  ) {
    let place = runner.place
    executor.beginDriving()
    let cancel = body.start(network, executor) { [control, executor] ending in
      executor.noteActivity()
      let isSecond = result.withLock { result in
        guard result == nil else { return true }
        result = ending
        return false
      }
      if isSecond { control.report("the body called its completion handler twice", at: place) }
      executor.changes.notify()
    }
    control.onCancel(cancel)
  }

  /// Cancels what is left of the run, and reports what the body has left open.
  ///
  /// - `leavesBody`: Whether the body has not ended.
  private func end(leavingBody leavesBody: Bool) {
    // A body that never ends, not even after its cancellation, is abandoned where it waits.
    if control.isExhausted { executor.retire(abandonsJobs: true) }
    if leavesBody { control.cancel() }
    network.ledger.reportUnmatched()
    control.beginEnding()
    executor.runJobs()
    let open = network.ledger.openNames
    if !open.isEmpty {
      let verb = open.count == 1 ? "was" : "were"
      control.report("when the body had ended, \(list(open)) \(verb) still open", at: runner.place)
    }
    network.ledger.cancelOpen()
    executor.runJobs()
    scope.end()
    control.end()
    executor.endDriving()
    executor.retire(abandonsJobs: leavesBody)
  }

  // MARK: - Driving

  /// How a run was driven to its end, or to the point where it cannot continue.
  private struct Course {
    var idle = Idle.nothing
    /// How long the driver waited in real time because nothing was left to do.
    var realTime = Duration.zero
  }

  /// Drives the run until the body ends, a limit is reached, or nothing happens in real time.
  private func drive(until hasEnded: () -> Bool) async throws -> Course {
    var course = Course()
    var pause = SweepPause(executor, upTo: runner.limits.realTime, expectsCode: runner.expectsCodeOutside)
    // The time of the next action, if the driver has waited for code outside.
    var due: Duration?
    while true {
      try Task.checkCancellation()
      let version = executor.changes.version
      executor.beginDriving()
      course.idle = drive(to: due, hasEnded)
      executor.endDriving()
      due = nil
      if case .paused(let next) = course.idle {
        if await pause.wait(before: next - network.time.now, after: version) { due = next }
        continue
      }
      guard case .nothing = course.idle else { return course }
      let remaining = runner.limits.realTime - course.realTime
      guard remaining > .zero else { return course }
      let start = ContinuousClock.now
      await executor.changes.wait(after: version, upTo: remaining)
      course.realTime += ContinuousClock.now - start
    }
  }

  /// Runs what can be run in virtual time.
  ///
  /// - `awaited`: A time up to which the driver has waited for code outside.
  private func drive(to awaited: Duration?, _ hasEnded: () -> Bool) -> Idle {
    var heldSince: Duration?
    var spinningSince: ContinuousClock.Instant?
    while true {
      let isSpinning = !executor.runJobs()
      if hasEnded() { return .ended }
      if control.isExhausted { return .exhausted }
      let due = network.time.nextDue
      if let scheme {
        let pending = network.ledger.held
        if pending.isEmpty {
          heldSince = nil
        } else {
          let since = heldSince ?? network.time.now
          heldSince = since
          guard let due, due <= since.addingSaturated(scheme.patience) else {
            heldSince = nil
            deliver(pending, scheme)
            continue
          }
        }
      }
      if let due {
        guard due <= runner.limits.time else { return .tooLate }
        if due != awaited, SweepPause.isNeeded(before: due - network.time.now, executor) {
          return .paused(before: due)
        }
        _ = network.time.runNext(upTo: due, at: runner.place)
        continue
      }
      if control.settle() { continue }
      guard isSpinning else { return .nothing }
      let since = spinningSince ?? .now
      spinningSince = since
      if .now - since >= runner.limits.realTime { return .spinning }
    }
  }

  private func deliver(_ pending: [(number: Int, pending: PendingRequest)], _ scheme: OrderScheme) {
    let next = scheme.next(of: pending.map(\.number), canCancel: !control.isCancelled)
    guard let next else { return control.cancel() }
    pending.first { $0.number == next }?.pending.complete()
  }

  /// What a body that did not end waits for.
  private func waiting(_ course: Course) -> String {
    let open = network.ledger.openNames
    let requests =
      open.isEmpty ? "no request is open" : "\(list(open)) \(open.count == 1 ? "is" : "are") open"
    if case .tooLate = course.idle, let due = network.time.nextDue {
      return """
        \(requests), and the next action is due at \(due), after the limit of \(runner.limits.time) of virtual time
        """
    }
    if case .exhausted = course.idle {
      return "it sent more than \(runner.limits.requests.counted("request"))"
    }
    if case .spinning = course.idle {
      return """
        \(requests), nothing is scheduled, and a task of the body runs in a loop, such as one with Task.yield()
        """
    }
    let real =
      course.realTime > .zero
      ? ", and nothing happened in \(runner.limits.realTime) of real time"
        + (runner.waited.map { ", nor in \($0) in an earlier run" } ?? "") : ""
    return """
      \(requests), nothing is scheduled\(real). A continuation or a completion handler may never be called
      """
  }
}
