import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Errors of the package that a cassette gives back with their types.
@Suite struct RecordedErrorTests {
  private let failures = CollectedFailures()

  /// Sends a request over a transport that fails, records it, and sends it again over the recording.
  private func replayed(
    _ error: any Error, in phase: TransportPhase = .connect, after status: Int? = nil,
    interceptors: [any RequestInterceptor] = []
  ) async throws -> (live: NetworkError, replayed: NetworkError, requests: Int) {
    let upstream = ScriptedTransport { task in
      if let status { task.send(.head(ResponseHead(status: status, url: task.request.url))) }
      task.send(.failed(error, phase: phase))
    }
    return try await CassetteFixtures.inFolder { file in
      let recording = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      let live = try failure(over: recording, interceptors)
      try recording.save()
      let sent = upstream.tasks.count
      let replay = failures.collect { RecordingTransport(cassette: file) }
      return (live, try failure(over: replay, interceptors), sent)
    }
  }

  private func failure(
    over transport: RecordingTransport, _ interceptors: [any RequestInterceptor]
  ) throws -> NetworkError {
    let timer = TestScheduler()
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    configuration.interceptors = interceptors
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let result = Captured<Result<Data, NetworkError>>()
    session.get("https://h/a").responseData { result.set($0.result) }
    timer.run()
    guard case .failure(let error)? = result.value else { throw CassetteError(file: "", .missing) }
    return error
  }

  #if os(Linux)
    private let lost = CurlError(
      code: 56, message: "Recv failure: Connection reset by peer", systemError: 104)

    @Test(arguments: [TransportPhase.nameLookup, .connect, .secureConnection, .send, .head])
    func anErrorOfLibcurlKeepsItsTypeAndItsPhase(_ phase: TransportPhase) async throws {
      let error = try await replayed(lost, in: phase).replayed
      expectEqual(error.underlyingError as? CurlError, lost)
      expectEqual(error.reason, .transport(phase))
      expectTrue(failures.messages.isEmpty)
    }

    @Test func anErrorOfLibcurlInABodyKeepsItsType() async throws {
      let error = try await replayed(lost, in: .body, after: 200).replayed
      expectEqual(error.underlyingError as? CurlError, lost)
      expectEqual(error.reason, .transport(.body))
      expectEqual(error.response?.status, 200)
    }

    @Test func anErrorOfLibcurlMatchesInExpectations() async throws {
      let error = try await replayed(lost).replayed
      expect(Result<Data, any Error>.failure(error)).to(beFailure(with: lost))
      expect(Result<Data, any Error>.failure(error)).to(beFailure(with: CurlError.self))
    }

    @Test(arguments: [Int(POSIXErrorCode.ENETUNREACH.rawValue), Int(POSIXErrorCode.ECONNREFUSED.rawValue)])
    func aMachineWithoutANetworkIsOfflineInReplay(_ systemError: Int) async throws {
      let errors = try await replayed(
        CurlError(code: 7, message: "Couldn't connect to server", systemError: systemError))
      expectEqual(errors.replayed.isOffline, errors.live.isOffline)
      expectEqual(errors.replayed.isOffline, systemError == Int(POSIXErrorCode.ENETUNREACH.rawValue))
    }

    @Test(arguments: [
      (CurlError(code: 60, message: "SSL certificate problem: self-signed certificate"), 1),
      (CurlError(code: 35, message: "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443"), 3),
    ])
    func aPolicyRetriesAReplayAsItDidLive(_ error: CurlError, _ attempts: Int) async throws {
      let errors = try await replayed(
        error, in: .secureConnection, interceptors: [RetryPolicy(maximumRetries: 2)])
      expectEqual(errors.requests, attempts)
      expectEqual(errors.replayed.underlyingError as? CurlError, error)
      expectTrue(failures.messages.isEmpty)
    }

    @Test func aMessageOfSeveralLinesIsKept() async throws {
      let error = CurlError(code: 35, message: "first\nsecond\t\"third\" \\ caf\u{e9}")
      expectEqual(try await replayed(error).replayed.underlyingError as? CurlError, error)
    }

    @Test func secretsInTheMessageAreRedacted() async throws {
      let upstream = MockTransport()
      upstream.stub(
        .get("/a"),
        with: .failure(CurlError(code: 3, message: "URL rejected: https://user:s3cret@h/?token=s3cret")))
      try await CassetteFixtures.inFolder { file in
        let recording = RecordingTransport(upstream, cassette: file, mode: .recordAll)
        try recording.receive()
        try recording.save()
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("s3cret"))
        let error = try RecordingTransport(cassette: file).receive().error as? CurlError
        expectEqual(error?.code, 3)
        expectEqual(error?.message.contains("<redacted>"), true)
      }
    }
  #endif

  // MARK: - Proxies

  private func refusal(_ status: Int) throws -> ProxyRefusal {
    let url = try #require(URL(string: "https://h/a"))
    return ProxyRefusal(
      response: ResponseHead(
        status: status, headers: ["Proxy-Authenticate": "Basic realm=\"a\"", "Via": "1.1 a"], url: url,
        httpVersion: "HTTP/1.1"))
  }

  @Test func theRefusalOfAProxyKeepsItsResponse() async throws {
    let refusal = try refusal(407)
    let error = try await replayed(refusal).replayed
    expectEqual(error.underlyingError as? ProxyRefusal, refusal)
    expectEqual(error.response?.status, 407)
    expectEqual(error.response?.headers["Via"], "1.1 a")
    expectEqual(error.reason, .transport(.connect))
  }

  @Test(arguments: [(407, 1), (503, 3)])
  func aPolicyRetriesTheRefusalOfAProxyAsItDidLive(_ status: Int, _ attempts: Int) async throws {
    let errors = try await replayed(refusal(status), interceptors: [RetryPolicy(maximumRetries: 2)])
    expectEqual(errors.requests, attempts)
    expectEqual((errors.replayed.underlyingError as? ProxyRefusal)?.response.status, status)
    expectTrue(failures.messages.isEmpty)
  }

  @Test func secretsOfAProxyAreRedacted() async throws {
    var refusal = try refusal(407)
    refusal.response.headers.add(name: "Set-Cookie", value: "session=s3cret")
    let upstream = MockTransport()
    upstream.stub(.get("/a"), with: .failure(refusal))
    try await CassetteFixtures.inFolder { file in
      let recording = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      try recording.receive()
      try recording.save()
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("s3cret"))
      #expect(try RecordingTransport(cassette: file).receive().error is ProxyRefusal)
    }
  }

  // MARK: - Systems

  @Test func anErrorOfTheSystemKeepsItsType() async throws {
    let error = try await replayed(POSIXError(.ECONNREFUSED)).replayed
    expectEqual((error.underlyingError as? POSIXError)?.code, .ECONNREFUSED)
  }

  @Test func anErrorOfFoundationKeepsItsType() async throws {
    let error = try await replayed(CocoaError(.fileReadNoPermission), in: .send).replayed
    expectEqual((error.underlyingError as? CocoaError)?.code, .fileReadNoPermission)
  }

  @Test func anErrorOfAnotherTypeKeepsItsText() async throws {
    let error = try await replayed(UnmatchedRequest(report: "who asks")).replayed
    expectEqual((error.underlyingError as? ReplayedFailure)?.description, "who asks")
  }

  // MARK: - WebSockets

  static let webSocketErrors: [WebSocketError] = [
    .handshake(.status(200)), .handshake(.field("Upgrade")), .handshake(.subprotocol("v9")),
    .handshake(.extension("x")), .handshake(.invalidResponse), .handshake(.headTooLarge(limit: 9)),
    .protocolViolation(.reservedBits), .protocolViolation(.opcode(11)), .protocolViolation(.masking),
    .protocolViolation(.length), .protocolViolation(.controlFrame), .protocolViolation(.fragmentation),
    .protocolViolation(.closeCode(1006)), .invalidText, .invalidCompression, .frameTooLarge(limit: 7),
    .messageTooLarge(limit: 8), .closed(WebSocketClosure(code: .goingAway, reason: "bye")), .connectionLost,
    .pongTimeout, .idleTimeout, .closeTimeout, .notOpen, .invalidClosure, .hasConsumer,
    .unsupported(transport: "T"),
  ]

  @Test(arguments: webSocketErrors)
  func anErrorOfAWebSocketKeepsItsCase(_ error: WebSocketError) async throws {
    expectEqual(try await replayed(error, in: .head).replayed.underlyingError as? WebSocketError, error)
  }

  private func webSocket(
    _ live: ScriptedWebSockets, _ use: (ReceivedUpdates) -> Void = { _ in }
  ) async throws -> (live: ReceivedUpdates, replayed: ReceivedUpdates) {
    func client(_ transport: RecordingTransport) -> ReceivedUpdates {
      ReceivedUpdates(NetworkSession(transport: transport).webSocket("wss://example.com/chat"))
    }
    return try await CassetteFixtures.inFolder { file in
      let recording = RecordingTransport(live, cassette: file, mode: .recordAll)
      let recorded = client(recording)
      use(recorded)
      try recording.save()
      return (recorded, client(failures.collect { RecordingTransport(cassette: file) }))
    }
  }

  @Test(arguments: [
    WebSocketError.messageTooLarge(limit: 8), .protocolViolation(.opcode(11)), .connectionLost,
  ])
  func anOpenWebSocketFailsAsItDidLive(_ error: WebSocketError) async throws {
    let base = ScriptedWebSockets()
    let clients = try await webSocket(base) { _ in
      base.tasks.first?.send(.message(.text("hello")))
      base.tasks.first?.send(.failed(error, phase: .body))
    }
    expectEqual(clients.live.error, error)
    expectEqual(clients.replayed.texts, ["hello"])
    expectEqual(clients.replayed.error, error)
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aWebSocketWithoutAConnectionKeepsItsPhase() async throws {
    let base = ScriptedWebSockets { $0.send(.failed(URLError(.cannotFindHost), phase: .nameLookup)) }
    let clients = try await webSocket(base)
    expectEqual(clients.live.failure?.reason, .transport(.nameLookup))
    expectEqual(clients.replayed.failure?.reason, .transport(.nameLookup))
    expectEqual((clients.replayed.failure?.underlyingError as? URLError)?.code, .cannotFindHost)
  }

  @Test func aResponseThatIsNotAHandshakeKeepsItsHeadAndItsError() async throws {
    let base = ScriptedWebSockets { socket in
      socket.send(.head(ResponseHead(status: 101, headers: ["X-Server": "a"], url: socket.request.url)))
      socket.send(.failed(WebSocketError.handshake(.field("Upgrade")), phase: .head))
    }
    let clients = try await webSocket(base)
    expectEqual(clients.live.refusal, .handshake(.field("Upgrade")))
    expectEqual(clients.replayed.refusal, .handshake(.field("Upgrade")))
    expectEqual(clients.replayed.failure?.reason, clients.live.failure?.reason)
    expectEqual(clients.replayed.failure?.response?.headers, clients.live.failure?.response?.headers)
  }

  // MARK: - Files

  @Test func aFileWithoutDetailsIsReplayedWithItsText() async throws {
    try await CassetteFixtures.with(Self.file(#""_error": "libcurl 7: no", "_errorPhase": "connect""#)) {
      file in
      let received = try RecordingTransport(cassette: file).receive()
      expectEqual(received.words, ["failed ReplayedFailure connect"])
    }
  }

  @Test(arguments: [
    "null", "1", "{}", #"{"type": "Other"}"#, #"{"type": "WebSocketError", "name": "news"}"#,
    #"{"type": "WebSocketError", "name": "frameTooLarge", "number": "9"}"#, #"{"type": "ProxyRefusal"}"#,
    #"{"type": "WebSocketError", "name": "protocolViolation.opcode", "number": 300}"#,
    #"{"type": "CurlError", "number": 1e300}"#,
  ])
  func detailsThatAreNotUnderstoodAreIgnored(_ details: String) async throws {
    try await CassetteFixtures.with(Self.file(#""_error": "no", "_errorDetails": \#(details)"#)) { file in
      let received = try RecordingTransport(cassette: file).receive()
      expectEqual(received.words, ["failed ReplayedFailure connect"])
    }
  }

  private static func file(_ fields: String) -> String {
    """
    {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [{
      "startedDateTime": "2025-03-01T10:00:00.000Z", "time": 1,
      "request": {"method": "GET", "url": "https://h/a", "headers": []},
      "response": {"status": 0, "headers": [], "content": {}, \(fields)}, "timings": {}}]}}
    """
  }
}
