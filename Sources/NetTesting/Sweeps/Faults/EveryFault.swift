public import Net

/// Runs a body once for each fault at each of its requests, and for pairs of faults.
///
/// ```swift
/// try await everyFault(of: .standard, in: { network in
///   network.stub(.post("/payments"), with: .json(#"{"id": 1}"#))
///   return try await PaymentService(network: network).pay(100)
/// }).expect(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
/// ```
///
/// Nothing runs until ``Sweep/expect(_:file:line:)`` is called. The body first runs twice without a fault, which shows
/// its requests and the chunks of their responses, and that it always does the same. Then it runs once for each fault
/// at each request, and, if all of these runs pass, for pairs of faults: 100 of them, chosen by the seed, unless the
/// limits say otherwise. Each run has its own network, virtual time and check for leaks. A sweep whose faults cannot
/// happen to any response, such as truncated JSON to bodies without JSON, fails.
///
/// The body runs under an executor of the sweep: when all its tasks wait, the virtual time advances. Unstructured
/// tasks, main actors and queues are outside of it (SE-0417). The sweep waits for them in real time up to
/// ``SweepLimits/realTime``, and the report says so.
///
/// - Parameters:
///   - vocabulary: The faults.
///   - repeating: The only run to make, as a report named it; nil for all. The environment variable `NETTESTING_SWEEP`
///     does the same.
///   - seed: Chooses the pairs.
///   - limits: The limits of each run, and the number of pairs.
///   - configuration: The configuration of the session; by default that of a session, with its timeouts. Each run has
///     a copy of its cookie jar and of its cache, and all runs share its interceptors and monitors.
///   - file: The file of the sweep; the caller's.
///   - line: The line of the sweep; the caller's.
///   - body: Uses the network that it is given, and returns what it received.
/// - Returns: The sweep, which has not run yet.
public func everyFault<Value: Sendable>(
  of vocabulary: FaultVocabulary = .standard, repeating: SweepRepeat? = nil, seed: SweepSeed = .standard,
  limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration,
  file: StaticString = #filePath, line: UInt = #line,
  in body: @escaping @Sendable (SweepNetwork) async throws -> Value
) -> Sweep<Value> {
  Sweep(
    faults: vocabulary.faults, of: SweepBody(body),
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}

/// Runs a body that calls a completion handler once for each fault at each of its requests.
///
/// ```swift
/// try await everyFault(returning: User.self, completing: { network, done in
///   network.stub(.get("/user"), with: .json(#"{"name": "Trent"}"#))
///   UserService(network: network).user { result in done(result.mapError { $0 }) }
/// }).expect()
/// ```
///
/// Calling the handler twice fails the run, and so does never calling it. A body is cancelled by cancelling all
/// requests of its network. Everything else is as for
/// ``everyFault(of:repeating:seed:limits:configuration:file:line:in:)``.
public func everyFault<Value: Sendable>(
  of vocabulary: FaultVocabulary = .standard, repeating: SweepRepeat? = nil, seed: SweepSeed = .standard,
  limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration,
  returning: Value.Type = Value.self, file: StaticString = #filePath, line: UInt = #line,
  completing body:
    @escaping @Sendable (SweepNetwork, @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
) -> Sweep<Value> {
  Sweep(
    faults: vocabulary.faults, of: SweepBody(completion: body),
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}
