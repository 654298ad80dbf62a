public import Net

/// Runs a body once for every change of a JSON response: each field missing, null, of another type, huge, or unknown,
/// and the text cut at each class of byte.
///
/// Use it to show that a client survives whatever a server may send: it must return a value or throw an error, and
/// never trap.
///
/// ```swift
/// try await everyMutation(of: .get("/users/{id}"), with: .json(#"{"id": 7, "name": "Trent"}"#)) { network in
///   try await network.get("/users/7").object(as: User.self)
/// }.expect()
/// ```
///
/// The sweep adds the stub; the body adds those of its other requests. Each run has its own network and virtual
/// time, and changes one thing: see ``JSONMutation``. A request that no stub matches receives a 404 in these
/// runs, because a changed response may lead to other requests. The body must not expect certain values.
///
/// Nothing runs before ``MutationSweep/expect(_:file:line:)`` or ``MutationSweep/report(_:)``.
///
/// - Parameters:
///   - matcher: The requests of the stub.
///   - response: The response, whose body is JSON.
///   - repeating: The only run to make, as a report named it; nil for all. The environment variable `NETTESTING_SWEEP`
///     does the same.
///   - seed: Chooses the runs if there are too many.
///   - limits: The limits of each run, and their number: 1,000 unless `runs` says otherwise. Of more mutations, the
///     seed chooses a sample, and the report says so.
///   - configuration: The configuration of the session. Each run has a copy of its cookie jar and of its cache, and all
///     runs share its interceptors and monitors.
///   - file: The file where failures are reported; the caller's.
///   - line: The line where failures are reported; the caller's.
///   - body: Runs the code under test.
/// - Returns: The sweep, which has not run yet.
public func everyMutation<Value: Sendable>(
  of matcher: RequestMatcher, with response: StubResponse, repeating: SweepRepeat? = nil,
  seed: SweepSeed = .standard, limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration, file: StaticString = #filePath,
  line: UInt = #line,
  in body: @escaping @Sendable (SweepNetwork) async throws -> Value
) -> MutationSweep<Value> {
  MutationSweep(
    [MutationSource(matcher, response)], of: "stub", SweepBody(body),
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}

/// Runs a body once for every change of each JSON response of a cassette.
///
/// ```swift
/// let recorded = try Cassette(contentsOf: URL(filePath: "Cassettes/user.har"))
/// try await everyMutation(of: recorded) { network in
///   try await network.get("https://api.example.com/user").object(as: User.self)
/// }.expect(NetworkError.self, UserError.self)
/// ```
///
/// Every entry is a stub. Entries with the same request are used in their order, and the last one repeats. For
/// everything else, see ``everyMutation(of:with:repeating:seed:limits:configuration:file:line:in:)``.
public func everyMutation<Value: Sendable>(
  of cassette: Cassette, repeating: SweepRepeat? = nil,
  seed: SweepSeed = .standard, limits: SweepLimits = SweepLimits(),
  configuration: SessionConfiguration = SweepNetwork.defaultConfiguration, file: StaticString = #filePath,
  line: UInt = #line,
  in body: @escaping @Sendable (SweepNetwork) async throws -> Value
) -> MutationSweep<Value> {
  MutationSweep(
    MutationSource.sources(of: cassette), of: "cassette", SweepBody(body),
    SweepSettings(repeating, seed, limits, configuration, at: SourcePlace(file: file, line: line)))
}
