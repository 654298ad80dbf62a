public import Net

/// Runs the same body at every level of mocking, and fails the test where its results differ.
///
/// Use it to show that mocks give the code under test what a server gives it.
///
/// ```swift
/// let user = try await everyLevel { network in
///   network.stub(.get("https://api.example.com/user"), with: .json(encodable: User(name: "Trent")))
///   return try await network.get("https://api.example.com/user").object(as: User.self)
/// }
/// ```
///
/// Each run has its own network and ``TestScope``. The levels must agree in
/// - the value that the body returns, which must be `Equatable` or nothing;
/// - the error that it throws: the reason and status of a `NetworkError`, without the phase in which a
///   connection failed; the case of an error of your own type, with the errors in it;
/// - the recorded requests: methods, URLs, bodies and fields, except those that transports set themselves, such as
///   `Host` and `User-Agent`. Their order is not compared, nor the fragment of a URL, which is not sent, and a URL
///   without a path is equal to one with `/`. Queries and bodies are compared as a cassette compares them: the pairs of
///   a query or a form in any order, JSON as values, and multipart bodies without their boundaries.
///
/// The failure names two levels that differ, and both sides. If a second run at the same level differs as well, it says
/// that the body is not deterministic instead. A report of a mock, such as a request without a stub, or a value that
/// only a ``NetworkingMock`` can deliver, fails the test with the names of its levels; these levels are not compared. A
/// body that uses another mock, or no network at all, fails the test: its levels agree whatever they do.
///
/// The bodies run one after another, in the isolation of the caller. Delays and timeouts are real unless you pass a
/// timer.
///
/// - Parameters:
///   - levels: The levels, in order; all four by default.
///   - configuration: The configuration of the sessions. All runs share its cookie jar, its cache and its interceptors.
///   - timer: Measures delays, timeouts and backoff.
///   - names: The names of fields that differ from run to run, such as `Idempotency-Key`; they are not compared.
///   - isolation: The isolation of the caller.
///   - file: The file where failures are reported; the caller's.
///   - line: The line where failures are reported; the caller's.
///   - body: Stubs the network, runs the code under test, and returns what it gave.
/// - Returns: The value at the first level.
/// - Throws: The error at the first level.
@discardableResult
public func everyLevel<Value: Sendable>(
  of levels: [TestNetwork.Level] = TestNetwork.Level.allCases,
  configuration: SessionConfiguration = NetworkingMock.defaultConfiguration,
  timer: any NetworkTimer = DispatchTimer(), ignoringHeaders names: Set<String> = [],
  isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line,
  _ body: (TestNetwork) async throws -> Value
) async throws -> Value {
  let sweep = LevelSweep(
    configuration: configuration, timer: timer, names: Set(names.map { $0.lowercased() }),
    place: SourcePlace(file: file, line: line))
  return try await sweep.run(levels, body)
}
