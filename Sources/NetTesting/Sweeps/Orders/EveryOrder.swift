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
/// Nothing runs until ``Sweep/expect(_:file:line:)`` is called. Responses are held until the body waits for nothing
/// else. Then those that are pending together are delivered in each order: all orders of up to six responses, and 200
/// orders chosen by the seed if there are more. A failing order is made simpler as long as it fails. If no two
/// responses are ever pending together, there is one order; ``SweepReport/notes`` says so.
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
) -> Sweep<Value> {
  Sweep(
    ordersOf: SweepBody(body), cancels: cancelling, patience: holding,
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
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
) -> Sweep<Value> {
  Sweep(
    ordersOf: SweepBody(completion: body), cancels: cancelling, patience: holding,
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}
