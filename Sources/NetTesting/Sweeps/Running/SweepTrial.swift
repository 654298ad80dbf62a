import Net

/// The runs of one sweep, and its report: those without a change, which every sweep begins with, and what all have in
/// common.
struct SweepTrial<Value: Sendable>: Sendable {
  let settings: SweepSettings
  let checks: [SweepCheck]
  var report: SweepReport
  private var runner: SweepRunner
  private var realTime = Duration.zero
  private var hasEscaped = false

  init(_ title: String, _ settings: SweepSettings, _ runner: SweepRunner, checks: [SweepCheck]) {
    self.settings = settings
    self.checks = checks
    self.runner = runner
    report = SweepReport(title: title, place: settings.place)
  }

  /// Runs the body once.
  mutating func run(
    _ body: SweepBody<Value>, _ plan: FaultPlan = FaultPlan(), scheme: OrderScheme? = nil,
    name: SweepRepeat
  ) async throws -> SweepRun<Value> {
    let run = try await runner.run(body, plan, scheme: scheme, name: name)
    realTime += run.realTime
    hasEscaped = hasEscaped || run.escaped
    if case .none = run.ending, !run.escaped {
      // Nothing happened outside of the executor, so it is useless to wait as long in the next run.
      let shorter = Duration.milliseconds(20)
      if runner.limits.realTime > shorter {
        runner.waited = runner.limits.realTime
        runner.limits.realTime = shorter
      }
    }
    return run
  }

  /// Adds a failed run to the report.
  ///
  /// The first one is made once more, to record its requests.
  mutating func fail(
    _ message: String, in run: String = Self.unchanged, _ body: SweepBody<Value>,
    _ plan: FaultPlan = FaultPlan(), scheme: OrderScheme? = nil, name: SweepRepeat
  ) async throws {
    if report.isPassed {
      var tracing = runner
      tracing.traces = true
      report.trace = try await tracing.run(body, plan, scheme: scheme, name: name).trace
    }
    fail(message, in: run, repeating: name)
  }

  /// Adds a failure without requests to the report.
  mutating func fail(_ message: String, in run: String = Self.unchanged, repeating name: SweepRepeat) {
    report.failures.append(SweepReport.Failure(run: run, message: message, repeating: name))
  }

  /// Runs the body twice without a change; returns nil, with a failure in the report, if it cannot be swept.
  mutating func clean(
    _ body: SweepBody<Value>, scheme: (@Sendable () -> OrderScheme)? = nil
  ) async throws -> SweepRun<Value>? {
    let name = settings.name(SweepRepeat.clean)
    let first = try await run(body, scheme: scheme?(), name: name)
    report.runs += 1
    if let problem = Self.problem(of: first) {
      try await fail(problem, body, scheme: scheme?(), name: name)
      return nil
    }
    let second = try await run(body, scheme: scheme?(), name: name)
    report.runs += 1
    runner.expectsCodeOutside = hasEscaped
    if let note = second.reports.first {
      fail("The second run without a change fails. \(note.description.sentence)", repeating: name)
    } else if let difference = Self.difference(first, second) {
      fail(difference, repeating: name)
    } else if checks.contains(where: \.comparesResults), first.endsLike(second) == nil {
      fail(Self.notEquatable, repeating: name)
    }
    return report.isPassed ? first : nil
  }

  /// The first failure of a run; nil if it passes all checks.
  func breach(of run: SweepRun<Value>, clean: SweepRun<Value>) -> SweepBreach? {
    SweepCheck.breach(of: run, clean: clean, checks: checks)
  }

  private static var unchanged: String { "the run without a change" }

  private static var notEquatable: String {
    """
    The body returns a value of type \(Value.self), which is not Equatable, so its runs cannot be compared. Make it \
    Equatable, return the parts that matter, or state checks without sameResult and sameResultOr. \
    \(TypeEquality.advice)
    """
  }

  /// The report, with what all runs have in common in its notes.
  var finished: SweepReport {
    guard hasEscaped || realTime >= .milliseconds(1) else { return report }
    var report = report
    report.notes.append(
      hasEscaped
        ? """
        code of the body ran outside of the sweep's executor (an unstructured task, the main actor, a queue), so the \
        sweep waited in real time, and the order of events may differ from run to run
        """
        : """
        the sweep waited in real time for code outside of its executor, but none ran. To wait less, lower limits.realTime
        """)
    return report
  }

  private static func problem(of run: SweepRun<Value>) -> String? {
    if let report = run.reports.first {
      return "Even without a change, the body fails. \(report.description.sentence)"
    }
    switch run.ending {
    case .none(let waiting): return "Even without a change, the body does not end: \(waiting)."
    case .error(let error):
      return """
        Even without a change, the body fails with \(SweepRun<Value>.shown(error)). A sweep needs a body that \
        succeeds: stub its requests, or catch the error and return it as a value.
        """
    case .value: break
    }
    if let leak = run.leaks.first {
      return """
        Even without a change, the body leaves something in use, or ends before its requests. Wait for all requests \
        in the body: network.settle() waits for everything. \(leak.description.sentence).
        """
    }
    if run.requests.isEmpty {
      return """
        The body sent no request through the network that it was given, so there is nothing to sweep. Pass the network \
        to the code under test; code that creates its own session needs network.transport and network.timer.
        """
    }
    return nil
  }

  /// How two runs of the same body differ.
  private static func difference(_ first: SweepRun<Value>, _ second: SweepRun<Value>) -> String? {
    let advice = """
      A sweep needs a body that always does the same: use network.seed for random choices, network.time for dates, and \
      no state from outside.
      """
    let lists = [first, second].map { run in run.requests.map { "\($0.request)" } }
    if lists[0] != lists[1] {
      return """
        Two runs without a change differ. \(advice)
        First run:
        \(numbered(lists[0]))
        Second run:
        \(numbered(lists[1]))
        """
    }
    guard first.endsLike(second) == false else { return nil }
    let (firstWords, secondWords, note) = first.words(beside: second)
    return """
      Two runs without a change differ. \(advice)
      First run: \(firstWords)
      Second run: \(secondWords)\(note)
      """
  }

  private static func numbered(_ requests: [String]) -> String {
    let lines = requests.prefix(20).enumerated().map { "  \($0 + 1) \($1)" }
    let more = requests.count > 20 ? ["  … and \(requests.count - 20) more"] : []
    return requests.isEmpty ? "  no request" : (lines + more).joined(separator: "\n")
  }
}
