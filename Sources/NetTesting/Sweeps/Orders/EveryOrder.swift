public import Net

/// Runs a body once for each order in which its pending responses can be delivered.
///
/// ```swift
/// try await everyOrder { network in
///   network.stub(.get("/search")) { request in .text(request.query("q") ?? "") }
///   let model = SearchModel(network: network)
///   model.search("s")
///   model.search("swift")
///   await network.settle()
///   return model.results
/// }.expect()
/// ```
///
/// Nothing runs until ``OrderSweep/expect(_:file:line:)`` is called. Responses are held until the body waits for nothing
/// else. Then those that are pending together are delivered in each order: all orders of up to six responses, and 200
/// orders chosen by the seed if there are more. A failing order is made simpler as long as it fails. If no two responses
/// are ever pending together, there is one order; ``SweepReport/notes`` says so.
///
/// The expectations of the body must hold in each order, and its value must be the same, so return only what may not
/// depend on the order. Expectations of Swift Testing and of this module are assigned to their order; those on a thread
/// or in a detached task only if they are in the file of the sweep, because they belong to no test. A failed
/// `XCTAssert` fails the test at once; on Linux the report also names its order.
///
/// - Parameters:
///   - cancelling: Whether the body is also cancelled between the responses, at each point.
///   - holding: How long a response is held so that others can become pending, in virtual time: longer than a debounce,
///     shorter than a timeout.
///   - repeating: The only order to run, as a report named it; nil for all.
///   - seed: Chooses the orders if there are too many.
///   - limits: The limits of each run, and the number of orders.
///   - configuration: The configuration of the session. Each run has a copy of its cookie jar and of its cache, and all
///     runs share its interceptors and monitors.
///   - file: The file of the sweep; the caller's.
///   - line: The line of the sweep; the caller's.
///   - body: Uses the network that it is given.
/// - Returns: The sweep, which has not run yet.
public func everyOrder<Value: Sendable>(
  cancelling: Bool = false, holding: Duration = .seconds(2), repeating: SweepRepeat? = nil,
  seed: SweepSeed = .standard, limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration, file: StaticString = #filePath,
  line: UInt = #line, in body: @escaping @Sendable (SweepNetwork) async throws -> Value
) -> OrderSweep<Value> {
  OrderSweep(
    SweepBody(body), cancels: cancelling, patience: holding,
    SweepSettings(
      repeating: repeating, seed: seed, limits: limits, configuration: configuration,
      place: SourcePlace(file: file, line: line)))
}

/// Runs a body that calls a completion handler once for each order of its pending responses.
///
/// ```swift
/// try await everyOrder(returning: [String].self, completing: { network, done in
///   let model = SearchModel(network: network)
///   model.search("s")
///   model.search("swift")
///   network.whenSettled { done(.success(model.results)) }
/// }).expect()
/// ```
///
/// Everything else is as for
/// ``everyOrder(cancelling:holding:repeating:seed:limits:configuration:file:line:in:)``.
public func everyOrder<Value: Sendable>(
  cancelling: Bool = false, holding: Duration = .seconds(2), repeating: SweepRepeat? = nil,
  seed: SweepSeed = .standard, limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration, returning: Value.Type = Value.self,
  file: StaticString = #filePath, line: UInt = #line,
  completing body:
    @escaping @Sendable (SweepNetwork, @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
) -> OrderSweep<Value> {
  OrderSweep(
    SweepBody(completion: body), cancels: cancelling, patience: holding,
    SweepSettings(
      repeating: repeating, seed: seed, limits: limits, configuration: configuration,
      place: SourcePlace(file: file, line: line)))
}

/// A sweep of orders over a body; ``expect(_:file:line:)`` runs it.
public struct OrderSweep<Value: Sendable>: Sendable {
  private let body: SweepBody<Value>
  private let cancels: Bool
  private let patience: Duration
  private let settings: SweepSettings

  init(_ body: SweepBody<Value>, cancels: Bool, patience: Duration, _ settings: SweepSettings) {
    self.body = body
    self.cancels = cancels
    self.patience = patience
    self.settings = settings
  }

  /// The checks of a sweep that states none.
  private static var usualChecks: [SweepCheck] {
    [.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResult]
  }

  /// Runs the sweep, and fails the test if an order does not pass these checks; without a check, all of them,
  /// and the result must be the same.
  ///
  /// The failure contains the simplest failing order, its requests, and a line to paste that repeats it. Throws
  /// `CancellationError` if the task is cancelled, and nothing else.
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

  private func run(_ checks: [SweepCheck]) async throws -> SweepReport {
    try await settings.running("Order sweep") { runner in
      try await OrderSearch(
        body: body, settings: settings, runner: runner, cancels: cancels, patience: patience,
        checks: checks.isEmpty ? Self.usualChecks : checks
      ).run()
    }
  }
}
