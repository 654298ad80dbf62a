import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The policies of a session on the handshake, with a scripted transport in virtual time.
@Suite struct WebSocketHandshakePolicyTests {
  @Test(arguments: [
    ("wss://example.com/a?b=c", "https://example.com/a?b=c"),
    ("WS://example.com:81", "http://example.com:81"),
    ("https://example.com/a", "https://example.com/a"), ("chat", "https://api.example.com/v1/chat"),
    ("ws", "https://api.example.com/v1/ws"), ("WSS", "https://api.example.com/v1/WSS"),
    ("ws/a:b", "https://api.example.com/v1/ws/a:b"), ("ws?a=b:c", "https://api.example.com/v1/ws?a=b:c"),
  ])
  func theSchemeIsThatOfTheHandshake(url: String, expected: String) async throws {
    let fixture = WebSocketFixture { $0.baseURL = URL(string: "https://api.example.com/v1/") }
    _ = try await fixture.session.webSocket(url).connect()
    expectEqual(fixture.transport.tasks.first?.request.url.absoluteString, expected)
  }

  /// As RFC 3986 section 5.2 resolves it, and as a request without a WebSocket does.
  @Test func aURLWithItsOwnBaseIsResolvedAgainstIt() async throws {
    let fixture = WebSocketFixture { $0.baseURL = URL(string: "https://api.example.com/v1/") }
    for base in ["wss", "https"] {
      let url = URL(string: "chat?a=b%20c", relativeTo: URL(string: "\(base)://example.com/v2/"))
      _ = try await fixture.session.webSocket(try #require(url)).connect()
      let sent = fixture.transport.tasks.last?.request.url.absoluteString
      expectEqual(sent, "https://example.com/v2/chat?a=b%20c")
    }
  }

  @Test func theHandshakeHasTheHeadersOfSessionAndCaller() async throws {
    let fixture = WebSocketFixture { $0.headers = ["X-A": "1"] }
    _ = try await fixture.session.webSocket("wss://example.com", headers: ["X-B": "2"]).connect()
    let headers = try #require(fixture.transport.tasks.first).request.headers
    expectEqual(headers["X-A"], "1")
    expectEqual(headers["X-B"], "2")
  }

  @Test func theCurlCommandOfTheHandshakeIsAHandshake() async throws {
    let lines = Locked<[String]>([])
    let log = LoggingMonitor(level: .debug) { _, line in lines.update { $0.append(line) } }
    let fixture = WebSocketFixture { $0.monitors = [log] }
    _ = try await fixture.session.webSocket("wss://example.com/chat", subprotocols: ["v2", "v1"]).connect()
    let command = try #require(lines.value.first { $0.contains("curl ") })
    for field in [
      "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: v2, v1",
    ] {
      #expect(command.contains("--header '\(field)'"))
    }
    #expect(command.contains("--header 'Sec-WebSocket-Key: "))
  }

  /// Each is a token, and none is there twice (RFC 6455 section 4.1).
  @Test(arguments: [
    ["a b"], ["a,b"], ["v1", ""], [""], ["é"], ["a/b"], ["v1", "v2", "v1"], ["a\r\nX-A: b"], ["\u{7F}"],
  ])
  func subprotocolsThatCannotBeOfferedFail(subprotocols: [String]) async throws {
    let fixture = WebSocketFixture()
    let error = await #expect(throws: NetworkError.self) {
      try await fixture.session.webSocket("wss://example.com/chat", subprotocols: subprotocols).connect()
    }
    expectEqual(error?.reason, .invalidRequest(.subprotocols(subprotocols)))
    expectEqual(
      error?.description.hasPrefix("GET https://example.com/chat failed: the subprotocols \""), true)
    expectTrue(fixture.transport.tasks.isEmpty)
  }

  /// The fields of the handshake (RFC 6455 section 11.3).
  @Test(
    arguments: [
      "Sec-WebSocket-Protocol", "sec-websocket-extensions", "Sec-WebSocket-Key", "SEC-WEBSOCKET-VERSION",
      "Sec-WebSocket-Accept",
    ], [true, false])
  func aFieldOfTheHandshakeFails(name: String, isAdapted: Bool) async throws {
    let fixture = WebSocketFixture {
      guard isAdapted else { return }
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, completion in
          var request = request
          request.headers.add(name: name, value: "v1")
          completion(.success(request))
        })
      ]
    }
    let error = await #expect(throws: NetworkError.self) {
      try await fixture.session.webSocket(
        "wss://example.com/chat", headers: isAdapted ? [:] : [name: "v1"]
      ).connect()
    }
    expectEqual(error?.reason, .invalidRequest(.connectionHeader(name: name, value: "v1")))
    expectTrue(fixture.transport.tasks.isEmpty)
  }

  @Test func theErrorOfAProtocolFieldNamesTheParameter() {
    let error = InvalidRequest.connectionHeader(name: "Sec-WebSocket-Protocol", value: "v1")
    #expect(error.description.hasSuffix("remove it and pass subprotocols: when you open the WebSocket"))
  }

  @Test(arguments: ["ws:///x", "wss://exa mple/?token=s"])
  func anInvalidURLIsShownAsItWasPassed(url: String) async throws {
    let error = await #expect(throws: NetworkError.self) {
      try await WebSocketFixture().session.webSocket(url).connect()
    }
    let shown = Redaction.standard.redacted(urlText: url)
    expectEqual(error?.description.hasPrefix("GET \(shown) failed: \"\(shown)\" is not a"), true)
  }

  @Test func tokensAreOfferedAsSubprotocols() async throws {
    let fixture = WebSocketFixture()
    let subprotocols = ["v1", "V1", "graphql-transport-ws", "soap.example.com!#$%&'*+-.^_`|~"]
    _ = try await fixture.session.webSocket("wss://example.com", subprotocols: subprotocols).connect()
    expectEqual(fixture.transport.tasks.count, 1)
  }

  @Test func aRefusedHandshakeKeepsTheResponseWithItsBody() async throws {
    let fixture = WebSocketFixture(onResume: { $0.refuse(403, headers: ["X-A": "1"], body: "no") })
    let error = await #expect(throws: NetworkError.self) {
      try await fixture.session.webSocket("wss://example.com").connect()
    }
    expectEqual(error?.reason, .validation(.statusCode(403)))
    expectEqual(error?.response?.headers["X-A"], "1")
    expectEqual(error?.data, Data("no".utf8))
  }

  @Test(arguments: [200, 403, 503]) func theBodyOfARefusedHandshakeIsKeptForFiveSeconds(status: Int) {
    let fixture = WebSocketFixture(onResume: { $0.send(.head(ResponseHead(status: status))) })
    let error = failure(in: fixture)
    for _ in 0..<4 {
      fixture.timer.advance(by: .seconds(1))
      fixture.transport.tasks[0].send(.body(Data("a".utf8)))
    }
    expectNil(error.value)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(error.value?.reason, .validation(.statusCode(status)))
    expectEqual(error.value?.data, Data("aaaa".utf8))
    expectEqual(fixture.transport.tasks[0].calls, ["cancel"])
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func only64KiBOfTheBodyOfARefusedHandshakeAreKept() {
    let fixture = WebSocketFixture(onResume: { task in
      task.send(.head(ResponseHead(status: 403, headers: ["Content-Length": "999999999999"])))
      for _ in 0..<9 { task.send(.body(Data(count: 10_000))) }
    })
    let error = failure(in: fixture)
    expectEqual(error.value?.reason, .validation(.statusCode(403)))
    expectEqual(error.value?.data?.count, 65_536)
    expectEqual(fixture.transport.tasks[0].calls, ["cancel"])
  }

  @Test func aRefusedHandshakeThatIsLostFailsWithItsStatus() {
    let fixture = WebSocketFixture(onResume: { task in
      task.send(.head(ResponseHead(status: 403)))
      task.send(.body(Data("no".utf8)))
      task.send(.failed(CocoaError(.fileReadUnknown), phase: .body))
    })
    let error = failure(in: fixture)
    expectEqual(error.value?.reason, .validation(.statusCode(403)))
    expectEqual(error.value?.data, Data("no".utf8))
  }

  @Test func aHandshakeThatFailsAfterA101FailsWithItsError() {
    let fixture = WebSocketFixture(onResume: { task in
      task.send(.head(ResponseHead(status: 101)))
      task.send(.failed(WebSocketError.handshake(.field("Sec-WebSocket-Accept")), phase: .head))
    })
    let error = failure(in: fixture).value?.underlyingError as? WebSocketError
    expectEqual(error, .handshake(.field("Sec-WebSocket-Accept")))
  }

  /// The error of a handshake, once it has failed.
  private func failure(in fixture: WebSocketFixture) -> Locked<NetworkError?> {
    let error = Locked<NetworkError?>(nil)
    _ = fixture.session.openWebSocket(WebSocketDescription("wss://example.com")) { result in
      if case .failure(let failure) = result { error.update { $0 = failure } }
    }
    return error
  }

  @Test func a200IsNotAWebSocket() async throws {
    let fixture = WebSocketFixture(onResume: { $0.refuse(200) })
    let error = await #expect(throws: NetworkError.self) {
      try await fixture.session.webSocket("wss://example.com").connect()
    }
    expectEqual(error?.reason, .validation(.statusCode(200)))
  }

  @Test func aRedirectIsFollowed() async throws {
    let fixture = WebSocketFixture(onResume: { task in
      if task.request.url.path == "/old" {
        task.refuse(307, headers: ["Location": "wss://example.com/new"])
      } else {
        task.open(subprotocol: "v2")
      }
    })
    let connection = try await fixture.session.webSocket("wss://example.com/old").connect()
    expectEqual(connection.subprotocol, "v2")
    expectEqual(
      fixture.transport.tasks.map(\.request.url.absoluteString),
      [
        "https://example.com/old", "https://example.com/new",
      ])
  }

  @Test func severalLocationsOfWebSocketsMustAgree() async throws {
    let one = HTTPField(name: "Location", value: "wss://example.com/new")
    let other = HTTPField(name: "Location", value: "wss://other.example/")
    for (fields, isFollowed) in [([one, one], true), ([one, other], false)] {
      let fixture = WebSocketFixture(onResume: { task in
        task.request.url.path == "/new" ? task.open() : task.refuse(307, headers: HTTPHeaders(fields))
      })
      let connection = try? await fixture.session.webSocket("wss://example.com/old").connect()
      expectEqual(connection != nil, isFollowed)
      expectEqual(fixture.transport.tasks.count, isFollowed ? 2 : 1)
    }
  }

  @Test func aRedirectToAPathNamedLikeASchemeIsFollowed() async throws {
    let fixture = WebSocketFixture(onResume: { task in
      task.request.url.path == "/ws" ? task.open() : task.refuse(307, headers: ["Location": "ws"])
    })
    _ = try await fixture.session.webSocket("wss://example.com/old").connect()
    expectEqual(fixture.transport.tasks.last?.request.url.absoluteString, "https://example.com/ws")
  }

  @Test func aRedirectToAnotherOriginDropsTheCredential() async throws {
    let fixture = WebSocketFixture(onResume: { task in
      if task.request.url.host() == "a.example" {
        task.refuse(307, headers: ["Location": "wss://b.example/"])
      } else {
        task.open()
      }
    })
    _ = try await fixture.session.webSocket("wss://a.example", headers: [.authorization(bearerToken: "t")])
      .connect()
    let tasks = fixture.transport.tasks
    expectEqual(tasks.map { $0.request.headers["Authorization"] }, ["Bearer t", nil])
  }

  @Test func aTransportWithoutWebSocketsFailsWithATypedError() async throws {
    let session = NetworkSession(transport: ScriptedTransport())
    let error = await #expect(throws: NetworkError.self) {
      try await session.webSocket("wss://example.com").connect()
    }
    expectEqual(error?.underlyingError as? WebSocketError, .unsupported(transport: "ScriptedTransport"))
  }

  @Test func cancelAllEndsOpenWebSockets() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect()
    let (closed, closedTask) = try await fixture.connect()
    closedTask.send(.closed(WebSocketClosure(code: .normal)))
    let log = WebSocketFixture.updates(of: connection)
    fixture.session.cancelAll()
    expectEqual(task.calls, ["cancel"])
    expectTrue(closedTask.calls.isEmpty)
    expectEqual(log.value, ["\(NetworkError(.cancelled))"])
    withExtendedLifetime(closed) {}
  }

  @Test func cancelAllEndsAWebSocketWhoseHandshakeHasJustEnded() async throws {
    let cancelling = CancellingMonitor()
    let fixture = WebSocketFixture { $0.monitors = [cancelling] }
    cancelling.session.update { $0 = fixture.session }
    let error = await #expect(throws: NetworkError.self) { try await fixture.connect() }
    expectEqual(error?.reason, .cancelled)
    expectEqual(error?.response?.status, 101)
    expectEqual(fixture.transport.tasks.map(\.calls), [["cancel"]])
    cancelling.session.update { $0 = nil }
    let (connection, task) = try await fixture.connect()
    expectTrue(task.calls.isEmpty)
    withExtendedLifetime(connection) {}
  }

  /// Cancels all requests of a session when one has ended.
  private final class CancellingMonitor: EventMonitor {
    let session = Locked<NetworkSession?>(nil)

    func request(_ id: RequestID, did event: RequestEvent) {
      if case .finished = event { session.value?.cancelAll() }
    }
  }

  @Test func aRejectedTokenIsRefreshedOnce() async throws {
    let fixture = WebSocketFixture(
      {
        $0.interceptors = [
          AuthenticationInterceptor(authenticator: Refresher(), credential: Token(text: "old"))
        ]
      },
      onResume: { task in
        if task.request.headers["Authorization"] == "Bearer new" { task.open() } else { task.refuse(401) }
      })
    let connection = try await fixture.session.webSocket("wss://example.com").connect()
    expectEqual(
      fixture.transport.tasks.map { $0.request.headers["Authorization"] }, ["Bearer old", "Bearer new"])
    withExtendedLifetime(connection) {}
  }

  private struct Token: AuthenticationCredential {
    var text: String
    var requiresRefresh: Bool { false }
  }

  private struct Refresher: RequestAuthenticator {
    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }

    func refresh(
      _ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
    ) { completion(.success(Token(text: "new"))) }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }

  @Test func cookiesAreSentAndStored() async throws {
    let jar = CookieJar()
    let fixture = WebSocketFixture(
      { $0.cookies = jar },
      onResume: { task in
        let head = ResponseHead(status: 101, headers: ["Set-Cookie": "a=1"], url: task.request.url)
        task.send(.opened(WebSocketOpening(head: head)))
      })
    for _ in 0..<2 { _ = try await fixture.session.webSocket("wss://example.com").connect() }
    expectEqual(fixture.transport.tasks.map { $0.request.headers["Cookie"] }, [nil, "a=1"])
  }

  @Test func theHandshakeHasATimeLimit() throws {
    let fixture = WebSocketFixture({ $0.timeouts.total = .seconds(10) }, onResume: { _ in })
    let reasons = Locked<[NetworkError.Reason]>([])
    fixture.session.webSocket("wss://example.com").connect { result in
      if case .failure(let error) = result { reasons.update { $0.append(error.reason) } }
    }
    fixture.timer.advance(by: .seconds(10))
    expectEqual(reasons.value, [.timeout(.total)])
    expectEqual(fixture.transport.tasks.first?.calls, ["cancel"])
  }

  @Test func theSlotIsFreeWhenTheConnectionIsOpen() async throws {
    let fixture = WebSocketFixture { $0.maximumConcurrentRequests = 1 }
    let first = try await fixture.connect().connection
    let second = try await fixture.connect().connection
    expectEqual(fixture.transport.tasks.count, 2)
    withExtendedLifetime((first, second)) {}
  }

  @Test func cancellingTheHandshakeClosesTheConnection() throws {
    let fixture = WebSocketFixture(onResume: { _ in })
    let results = Locked<[NetworkError.Reason?]>([])
    let handshake = fixture.session.webSocket("wss://example.com").connect { result in
      results.update { log in
        if case .failure(let error) = result { log.append(error.reason) } else { log.append(nil) }
      }
    }
    let task = try #require(fixture.transport.tasks.first)
    handshake.cancel()
    expectEqual(task.calls, ["cancel"])
    expectEqual(results.value, [.cancelled])
  }
}
