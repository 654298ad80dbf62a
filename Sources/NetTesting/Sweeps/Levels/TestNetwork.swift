public import Dispatch
public import Net

/// A network over one of the four levels of mocking, so that the same test body runs at each of them.
///
/// ```swift
/// @Test(.netTesting, arguments: TestNetwork.Level.allCases)
/// func loadsTheUser(at level: TestNetwork.Level) async throws {
///   let network = try TestNetwork(level, afterEach: .test)
///   network.stub(.get("https://api.example.com/name"), with: .text("Trent"))
///   #expect(await network.get("https://api.example.com/name").response(.string).value == "Trent")
/// }
/// ```
///
/// The test has one report for each level.
/// ``everyLevel(of:configuration:timer:ignoringHeaders:isolation:file:line:_:)`` runs a body at all levels inside one
/// test, and compares them.
///
/// At each level the code under test uses a `NetworkSession` with the same configuration. Stubs match the URLs that
/// the code requests: at ``Level/mockServer``, a detour below the session sends each request to the server, and the
/// server records it with its own URL. May be used from any thread.
public final class TestNetwork: Networking, Stubbing {
  /// The part that responds to the requests of a ``TestNetwork``.
  public enum Level: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// A ``NetworkingMock``, which may respond with values.
    case networkingMock = "NetworkingMock"
    /// A session over a ``MockTransport``.
    case mockTransport = "MockTransport"
    /// A session over a `URLSessionTransport` with a ``StubURLProtocol``.
    case stubURLProtocol = "StubURLProtocol"
    /// A session over sockets, with the transport of the platform, to a ``MockServer``.
    case mockServer = "MockServer"

    /// The name of its type.
    public var description: String { rawValue }
  }

  /// The level of this network.
  public let level: Level
  private let network: any Networking
  private let mock: any Stubbing
  private let usage = Lock(false)

  /// Whether a request was made, even one that was not sent, or a WebSocket opened.
  var isUsed: Bool { usage.withLock { $0 } }

  /// Creates a network that verifies its stubs, and ends what is open, at the end of the test.
  ///
  /// - Parameters:
  ///   - level: The part that responds to the requests.
  ///   - configuration: The configuration of the session.
  ///   - timer: Measures delays, timeouts and backoff; a test scheduler makes them virtual.
  ///   - test: The test: `.test` in Swift Testing, `self` in an `XCTestCase`.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  /// - Throws: ``MockServerError`` if the server cannot listen, and what a `URLSessionTransport` throws.
  public init(
    _ level: Level, configuration: SessionConfiguration = NetworkingMock.defaultConfiguration,
    timer: any NetworkTimer = DispatchTimer(), afterEach test: some TestLifetime,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    self.level = level
    var configuration = configuration
    configuration.baseURL = configuration.baseURL ?? NetworkingMock.baseURL
    func session(over transport: any Transport, to ledger: StubLedger) -> any Networking {
      let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
      ledger.follow(session.activity)
      return session
    }
    switch level {
    case .networkingMock:
      let mock = NetworkingMock(
        configuration: configuration, timer: timer, afterEach: test, file: file, line: line)
      (network, self.mock) = (mock, mock)
    case .mockTransport:
      let transport = MockTransport(timer: timer, afterEach: test, file: file, line: line)
      (network, mock) = (session(over: transport, to: transport.ledger), transport)
    case .stubURLProtocol:
      let stubs = URLStubs(timer: timer, afterEach: test, file: file, line: line)
      // The session above it has timeouts.
      stubs.isSilent = true
      let transport = try URLSessionTransport(configuration: StubURLProtocol.configuration(stubs))
      (network, mock) = (session(over: transport, to: stubs.ledger), stubs)
    case .mockServer:
      let place = SourcePlace(file: file, line: line)
      // Real time is measured by the loop of the server itself.
      let server = MockServer(
        timer: timer is DispatchTimer ? nil : timer, at: place, restoresOrigin: true)
      server.end(after: test, file: file, line: line)
      try server.start()
      (network, mock) = (
        session(over: ServerDetour(PlatformTransport.standard(), to: server.baseURL), to: server.ledger),
        server
      )
    }
    mock.ledger.refuseHeld(
      because: """
        A TestNetwork cannot complete it, at any level. Delay it with .delay(.seconds(1)), which takes no real time if the \
        timer is a TestScheduler.
        """)
  }

  /// The stubs and the recorded requests.
  public var ledger: StubLedger { mock.ledger }

  /// The requests as they were sent, in order; each retry and each followed redirect counts as a request.
  ///
  /// They have the fields that the transport of the level adds.
  public var requests: [RecordedRequest] { (mock as? MockServer)?.requests ?? ledger.requests }

  /// The timer of the session.
  public var timer: any NetworkTimer { network.timer }

  /// The queue on which the network of this level calls completion handlers that were passed without a queue.
  public var callbackQueue: DispatchQueue? { network.callbackQueue }

  /// Creates a request.
  public func request(_ description: RequestDescription) -> any NetworkRequesting {
    usage.withLock { $0 = true }
    return network.request(description)
  }

  /// Opens a WebSocket over the stubs.
  ///
  /// A ``StubURLProtocol`` cannot: it fails the test, and the WebSocket.
  public func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation {
    usage.withLock { $0 = true }
    guard level != .stubURLProtocol else {
      let misuse = StubMisuse(
        """
        A StubURLProtocol cannot open WebSockets, because Foundation passes them to no URL protocol. Leave this level \
        out: [.networkingMock, .mockTransport, .mockServer].
        """)
      ledger.fail(misuse.description)
      completion(.failure(NetworkError(.transport(.connect), underlyingError: misuse)))
      return NothingToCancel()
    }
    return network.openWebSocket(description, completion: completion)
  }
}

private struct NothingToCancel: Cancellation {
  func cancel() {}
}
