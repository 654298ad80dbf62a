import Net

extension Sweep {
  /// Creates a sweep of orders.
  init(ordersOf body: SweepBody<Value>, cancels: Bool, patience: Duration, _ settings: SweepSettings) {
    self.init(
      "Order sweep", body, settings, usual: [.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResult],
      scheme: { OrderScheme(cancels: false, patience: patience) }
    ) { trial, clean in
      var search = OrderSearch(body: body, cancels: cancels, patience: patience, clean: clean, trial: trial)
      try await search.run()
      trial = search.trial
    }
  }
}

/// Makes the runs of an order sweep, and shrinks the first failure.
private struct OrderSearch<Value: Sendable> {
  let body: SweepBody<Value>
  let cancels: Bool
  let patience: Duration
  let clean: SweepRun<Value>
  var trial: SweepTrial<Value>

  private var settings: SweepSettings { trial.settings }

  /// All orders of six requests.
  static var usualRuns: Int { 720 }
  /// How many orders are tried if there are more than can all be tried.
  static var usualSample: Int { 200 }
  /// How many runs the search for a simpler failing order may take.
  static var shrinkingRuns: Int { 200 }

  mutating func run() async throws {
    if let repeating = settings.repeating { return try await repeatRun(repeating) }
    let first = scheme()
    try await check(first)
    let total = first.decisions.reduce(1.0) { $0 * Double($1.options.count) }
    let limit = max(
      1, settings.limits.runs ?? (total > Double(Self.usualRuns) ? Self.usualSample : Self.usualRuns))
    if total > Double(limit) {
      try await sample(limit, total)
    } else {
      try await search(first, limit)
    }
  }

  private func scheme(
    _ order: DeliveryOrder = DeliveryOrder(), generator: SweepGenerator? = nil, cancels: Bool? = nil
  ) -> OrderScheme {
    OrderScheme(order, generator: generator, cancels: cancels ?? self.cancels, patience: patience)
  }

  /// Tries all orders, until one fails.
  private mutating func search(_ first: OrderScheme, _ limit: Int) async throws {
    var last = first
    var count = 1
    while trial.report.isPassed, let order = OrderScheme.next(after: last.decisions) {
      guard count < limit else {
        let verb = limit == 1 ? "was" : "were"
        trial.report.notes.append("only \(limit.counted("order")) \(verb) tried; raise limits.runs for more")
        return
      }
      last = scheme(order)
      count += 1
      try await check(last)
    }
    if trial.report.isPassed {
      trial.report.notes.append(
        count == 1 ? "no two responses were pending together" : "all \(count) orders were tried")
    }
  }

  /// Tries random orders, until one fails.
  private mutating func sample(_ limit: Int, _ total: Double) async throws {
    var generator = settings.seed.generator
    for _ in 1..<max(2, limit) where trial.report.isPassed {
      try await check(scheme(generator: SweepGenerator(SweepSeed(generator.next()))))
    }
    guard trial.report.isPassed else { return }
    let orders = total < 1e12 ? "\(Int(total))" : "more than 1e12"
    let verb = limit == 1 ? "was" : "were"
    trial.report.notes.append(
      "\(limit) of about \(orders) orders \(verb) tried, chosen by seed \(settings.seed); limits.runs sets another number"
    )
  }

  /// Makes a run, and adds a failure to the report.
  private mutating func check(_ scheme: OrderScheme) async throws {
    trial.report.runs += 1
    guard var breach = try await breach(scheme) else { return }
    var order = scheme.taken
    var runs = 0
    var canShrink = true
    while canShrink, runs < Self.shrinkingRuns {
      canShrink = false
      for simpler in order.simpler where runs < Self.shrinkingRuns {
        let scheme = self.scheme(simpler)
        runs += 1
        guard let found = try await self.breach(scheme), !scheme.isImpossible else { continue }
        (order, breach, canShrink) = (simpler, found, true)
        break
      }
    }
    if runs > 0 {
      trial.report.notes.append("\(runs.counted("further run")) looked for a simpler failing order")
    }
    try await trial.fail(
      breach.message, in: words(order), body, scheme: self.scheme(order), name: settings.name("\(order)"))
  }

  private mutating func breach(_ scheme: OrderScheme) async throws -> SweepBreach? {
    let run = try await trial.run(body, scheme: scheme, name: settings.name("\(scheme.given)"))
    return trial.breach(of: run, clean: clean)
  }

  private mutating func repeatRun(_ repeating: SweepRepeat) async throws {
    let title = "repeating \(repeating)"
    guard let order = DeliveryOrder(repeating.cell) else {
      return trial.fail(
        """
        \(repeating.cell) is not an order. An order is written order:2,1,x: the numbers of requests, and x for a \
        cancellation.
        """, in: title, repeating: repeating)
    }
    let scheme = scheme(order, cancels: true)
    trial.report.runs += 1
    let run = try await trial.run(body, scheme: scheme, name: repeating)
    if scheme.isImpossible {
      return trial.fail(
        "This order is not possible: a response in it is never pending at its turn. The run took \(scheme.taken).",
        in: title, repeating: repeating)
    }
    trial.report.notes.append("only the run \(repeating) was made")
    if let breach = trial.breach(of: run, clean: clean) {
      try await trial.fail(
        breach.message, in: words(order), body, scheme: self.scheme(order, cancels: true), name: repeating)
    }
  }

  private func words(_ order: DeliveryOrder) -> String {
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
