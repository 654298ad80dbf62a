import Net

/// Makes the runs of an order sweep, shrinks the first failure, and collects the results.
struct OrderSearch<Value: Sendable>: Sendable {
  let body: SweepBody<Value>
  let settings: SweepSettings
  let runner: SweepRunner
  let cancels: Bool
  let patience: Duration
  let checks: [SweepCheck]

  /// All orders of six requests.
  static var usualRuns: Int { 720 }
  /// How many orders are tried if there are more than can all be tried.
  static var usualSample: Int { 200 }
  /// How many runs the search for a simpler failing order may take.
  static var shrinkingRuns: Int { 200 }

  @concurrent func run() async throws -> SweepReport {
    var report = SweepReport(title: "Order sweep", place: settings.place)
    var trial = SweepTrial<Value>(settings: settings, runner: runner)
    let usual: @Sendable () -> any SweepScheme = { [patience] in
      OrderScheme(cancels: false, patience: patience)
    }
    guard let clean = try await trial.clean(body, scheme: usual, checks: checks, into: &report) else {
      return report
    }
    if let repeating = settings.repeating {
      try await repeatRun(repeating, clean, &trial, &report)
      return report
    }
    let first = scheme()
    _ = try await check(first, clean, &trial, &report)
    let total = first.decisions.reduce(1.0) { $0 * Double($1.options.count) }
    let limit = max(
      1, settings.limits.runs ?? (total > Double(Self.usualRuns) ? Self.usualSample : Self.usualRuns))
    if total > Double(limit) {
      try await sample(limit, total, clean, &trial, &report)
    } else {
      try await search(first, limit, clean, &trial, &report)
    }
    trial.finish(&report)
    return report
  }

  private func scheme(
    _ order: DeliveryOrder = DeliveryOrder(), generator: SweepGenerator? = nil, cancels: Bool? = nil
  ) -> OrderScheme {
    OrderScheme(order, generator: generator, cancels: cancels ?? self.cancels, patience: patience)
  }

  /// Tries all orders, until one fails.
  private func search(
    _ first: OrderScheme, _ limit: Int, _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>,
    _ report: inout SweepReport
  ) async throws {
    var last = first
    var count = 1
    while report.isPassed, let order = OrderScheme.next(after: last.decisions) {
      guard count < limit else {
        let verb = limit == 1 ? "was" : "were"
        report.notes.append("only \(limit.counted("order")) \(verb) tried; raise limits.runs for more")
        return
      }
      last = scheme(order)
      count += 1
      _ = try await check(last, clean, &trial, &report)
    }
    if report.isPassed {
      report.notes.append(
        count == 1 ? "no two responses were pending together" : "all \(count) orders were tried")
    }
  }

  /// Tries random orders, until one fails.
  private func sample(
    _ limit: Int, _ total: Double, _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>,
    _ report: inout SweepReport
  ) async throws {
    var generator = settings.seed.generator
    for _ in 1..<max(2, limit) where report.isPassed {
      let random = scheme(generator: SweepGenerator(SweepSeed(generator.next())))
      _ = try await check(random, clean, &trial, &report)
    }
    guard report.isPassed else { return }
    let orders = total < 1e12 ? "\(Int(total))" : "more than 1e12"
    let verb = limit == 1 ? "was" : "were"
    report.notes.append(
      "\(limit) of about \(orders) orders \(verb) tried, chosen by seed \(settings.seed); limits.runs sets another number"
    )
  }

  /// Makes a run, and adds a failure to the report; returns whether it failed.
  private func check(
    _ scheme: OrderScheme, _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>,
    _ report: inout SweepReport
  ) async throws -> Bool {
    report.runs += 1
    guard var breach = try await breach(scheme, clean, &trial) else { return false }
    var order = scheme.taken
    var runs = 0
    var canShrink = true
    while canShrink, runs < Self.shrinkingRuns {
      canShrink = false
      for simpler in order.simpler where runs < Self.shrinkingRuns {
        let scheme = self.scheme(simpler)
        runs += 1
        guard let found = try await self.breach(scheme, clean, &trial), !scheme.isImpossible else { continue }
        (order, breach, canShrink) = (simpler, found, true)
        break
      }
    }
    if runs > 0 {
      report.notes.append("\(runs.counted("further run")) looked for a simpler failing order")
    }
    report.trace = try await trial.traced(
      body, CleanPlan(), scheme: self.scheme(order), name: settings.name("\(order)"))
    report.failures.append(
      SweepReport.Failure(
        run: words(order, clean), message: breach.message, repeating: settings.name("\(order)")))
    return true
  }

  private func breach(
    _ scheme: OrderScheme, _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>
  ) async throws -> SweepBreach? {
    let run = try await trial.run(body, CleanPlan(), scheme: scheme, name: settings.name("\(scheme.given)"))
    return SweepCheck.breach(of: run, clean: clean, checks: checks)
  }

  private func repeatRun(
    _ repeating: SweepRepeat, _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>,
    _ report: inout SweepReport
  ) async throws {
    func fail(_ message: String) {
      report.failures.append(
        SweepReport.Failure(run: "repeating \(repeating)", message: message, repeating: repeating))
    }
    guard let order = DeliveryOrder(repeating.cell) else {
      return fail(
        "\(repeating.cell) is not an order. An order is written order:2,1,x: the numbers of requests, and x for a cancellation."
      )
    }
    let scheme = scheme(order, cancels: true)
    report.runs += 1
    let run = try await trial.run(body, CleanPlan(), scheme: scheme, name: repeating)
    if scheme.isImpossible {
      return fail(
        "This order is not possible: a response in it is never pending at its turn. The run took \(scheme.taken)."
      )
    }
    report.notes.append("only the run \(repeating) was made")
    if let breach = SweepCheck.breach(of: run, clean: clean, checks: checks) {
      report.trace = try await trial.traced(
        body, CleanPlan(), scheme: self.scheme(order, cancels: true), name: repeating)
      report.failures.append(
        SweepReport.Failure(run: words(order, clean), message: breach.message, repeating: repeating))
    }
    trial.finish(&report)
  }

  private func words(_ order: DeliveryOrder, _ clean: SweepRun<Value>) -> String {
    if order.steps.isEmpty { return "the responses in the order of their requests" }
    let steps = order.steps.map { step -> String in
      guard case .deliver(let number) = step else { return "  the body is cancelled" }
      let sent = clean.requests.first { $0.number == number }
      return "  \(number)" + (sent.map { " \($0.request)" } ?? "")
    }
    return "the responses in this order, and then the others as they were sent\n"
      + steps.joined(separator: "\n")
  }
}
