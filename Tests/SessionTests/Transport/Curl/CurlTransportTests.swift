#if os(Linux)
  import Foundation
  import Net
  import NetTesting
  import TestSupport
  import Testing

  /// What this transport does in addition to the others, over real connections on this machine.
  @Suite(.netTesting) struct CurlTransportTests {
    private let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    private func send(
      _ request: TransportRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void = { _ in }
    ) async -> EventLog {
      let log = EventLog(onEvent: onEvent)
      transport.task(for: request, receiver: log).resume()
      await log.end()
      return log
    }

    // MARK: - Fields

    @Test func repeatedFieldsStaySeparateAndInOrder() async throws {
      let server = try LoopbackServer { _ in
        [.respond("200 OK", headers: ["X-B: 1", "X-A: 2", "x-b: 3"], body: "hello")]
      }
      let headers = HTTPHeaders(["X-D", "X-C", "X-D"].map { HTTPField(name: $0, value: "v") })
      let log = await send(TransportRequest(url: try server.url(), headers: headers))
      let lines = server.requests.first?.head.components(separatedBy: "\r\n") ?? []
      expectEqual(lines.filter { $0.hasPrefix("X-") }, ["X-D: v", "X-C: v", "X-D: v"])
      let fields = log.head?.headers.filter { $0.name.lowercased().hasPrefix("x-") }
      expectEqual(fields?.map(\.description), ["X-B: 1", "X-A: 2", "x-b: 3"])
    }

    /// libcurl writes an `Accept` only if the request has none.
    @Test func anAcceptOfAnythingIsSentBesideAnotherOne() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let headers: HTTPHeaders = ["Accept": "*/*", "X-A": "1", "Accept": "text/html;q=0.5"]
      _ = await send(TransportRequest(url: try server.url(), headers: headers))
      expectEqual(server.requests.first?.headers("Accept"), ["*/*", "text/html;q=0.5"])
    }

    @Test func aGetRequestIsSentWithItsBody() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "found")] }
      let session = NetworkSession(transport: transport)
      let request = session.request(try server.url(), parameters: ["q": 1], encoding: .json)
        .sendingBodyWithGet()
      expectEqual(await request.response(.string).value, "found")
      expectEqual(server.requests.first?.line.hasPrefix("GET "), true)
      expectEqual(server.requests.first?.body, Data(#"{"q":1}"#.utf8))
    }

    @Test func anEmptyFieldIsSent() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(TransportRequest(url: try server.url(), headers: ["X-Empty": "", "X-Blank": " "]))
      expectEqual(server.requests.first?.header("X-Empty"), "")
      expectEqual(server.requests.first?.header("X-Blank"), "")
    }

    @Test func aLatin1FieldIsDecoded() async throws {
      let server = try LoopbackServer { _ in
        [.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: caf".utf8) + [0xe9] + Data("\r\n\r\n".utf8))]
      }
      let log = await send(TransportRequest(url: try server.url()))
      expectEqual(log.head?.headers["X"], "café")
    }

    /// RFC 9110 section 10.1.1.
    @Test(arguments: [HTTPMethod.put, .post])
    func aRequestIsSentAgainWithoutARefusedExpectation(_ method: HTTPMethod) async throws {
      let server = try LoopbackServer { request in
        request.header("Expect") != nil
          ? [.respond("417 Expectation Failed", headers: ["X-A: 1"], body: "no")]
          : [.respond("201 Created", headers: ["X-B: 2"], body: "received")]
      }
      let log = await send(try expecting(method, server))
      expectEqual(log.summary, ["head 201", "body", "finished"])
      expectEqual(log.head?.headers.contains("X-A"), false)
      expectEqual(log.body, "received")
      expectEqual(server.requests.map(\.body), [Data(), Data("hello".utf8)])
    }

    /// libcurl does not send a request again if the server says that it closes the connection.
    @Test(arguments: [HTTPMethod.put, .post])
    func aRefusedExpectationThatEndsTheConnectionIsTheResponse(_ method: HTTPMethod) async throws {
      let server = try LoopbackServer { _ in
        [.respond("417 Expectation Failed", headers: ["Connection: close"], body: "no"), .close]
      }
      let log = await send(try expecting(method, server))
      expectEqual(log.summary, ["head 417", "body", "finished"])
      expectEqual(log.body, "no")
      expectEqual(server.requests.count, 1)
    }

    @Test func aSecond417IsTheResponse() async throws {
      let server = try LoopbackServer { _ in [.respond("417 Expectation Failed", body: "no")] }
      let log = await send(try expecting(.put, server))
      expectEqual(log.summary, ["head 417", "body", "finished"])
      expectEqual(log.body, "no")
      expectEqual(server.requests.count, 2)
    }

    private func expecting(_ method: HTTPMethod, _ server: LoopbackServer) throws -> TransportRequest {
      TransportRequest(
        method: method, url: try server.url(LoopbackServer.unexpected), headers: ["Expect": "100-continue"],
        body: .data(Data("hello".utf8)))
    }

    @Test func aBodyIsSentWithoutExpectContinue() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let body = Data(repeating: 0x78, count: 2_000_000)
      _ = await send(TransportRequest(method: .post, url: try server.url(), body: .data(body)))
      expectNil(server.requests.first?.header("Expect"))
      expectEqual(server.requests.first?.body, body)
    }

    @Test func theContentLengthIsSentOnceAndCorrectly() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(
        TransportRequest(
          method: .post, url: try server.url(), headers: ["Content-Length": "99"],
          body: .data(Data("abc".utf8))))
      expectEqual(server.requests.first?.headers("Content-Length"), ["3"])
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch])
    func aMissingBodyHasTheLengthZero(_ method: HTTPMethod) async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(TransportRequest(method: method, url: try server.url()))
      expectEqual(server.requests.first?.headers("Content-Length"), ["0"])
    }

    @Test func aGetCanHaveABody() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(TransportRequest(url: try server.url(), body: .data(Data("abc".utf8))))
      expectEqual(server.requests.first?.line, "GET / HTTP/1.1")
      expectEqual(server.requests.first?.body, Data("abc".utf8))
    }

    @Test(arguments: ["a\r\nX-B: c", "a\nX-B: c", "a\0b"])
    func fieldsWithLineEndsAreNotSent(_ value: String) async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for request in [
        TransportRequest(url: try server.url(), headers: ["X-A": value]),
        TransportRequest(method: HTTPMethod(rawValue: value), url: try server.url()),
      ] {
        let log = await send(request)
        expectEqual(log.summary, ["failed connect"])
        #expect(log.error is InvalidRequest)
      }
      expectTrue(server.requests.isEmpty)
    }

    @Test func aHeadRequestWithABodyIsRejected() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = await send(
        TransportRequest(method: .head, url: try server.url(), body: .data(Data("abc".utf8))))
      expectEqual(log.summary, ["failed connect"])
      #expect(log.error is CurlError)
    }

    @Test func optionsOfARequestDoNotAffectTheNext() async throws {
      let server = try LoopbackServer { request in
        request.line.hasPrefix("HEAD")
          ? [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")] : [.respond("200 OK", body: "hello")]
      }
      let url = try server.url()
      _ = await send(TransportRequest(method: .head, url: url))
      _ = await send(TransportRequest(method: "PURGE", url: url, headers: ["X-A": "1"]))
      _ = await send(TransportRequest(method: .put, url: url, body: .data(Data("abc".utf8))))
      let last = await send(TransportRequest(url: url))
      expectEqual(last.body, "hello")
      expectEqual(server.requests.map(\.line).map { $0.prefix(4) }, ["HEAD", "PURG", "PUT ", "GET "])
      expectNil(server.requests.last?.header("X-A"))
      expectNil(server.requests.last?.header("Content-Length"))
    }

    // MARK: - Responses

    @Test func interimResponsesAreDelivered() async throws {
      let server = try LoopbackServer { _ in
        [.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), .respond("200 OK", body: "hello")]
      }
      let log = await send(TransportRequest(url: try server.url()))
      expectEqual(log.summary, ["interim 103", "head 200", "body", "finished"])
      expectNil(log.head?.headers["Link"])
    }

    @Test func trailersAreDelivered() async throws {
      let server = MockServer(afterEach: .test)
      server.stub(.everything, with: .stream(["hello"]).trailer("X-Sum", "1").trailer("X-Sum", "2"))
      try server.start()
      let trailers = Locked<HTTPHeaders>([:])
      let log = await send(TransportRequest(url: server.baseURL)) { event in
        if case .trailers(let fields) = event { trailers.update { $0 = fields } }
      }
      expectEqual(log.summary, ["head 200", "body", "trailers", "finished"])
      expectEqual(trailers.value.values(for: "X-Sum"), ["1", "2"])
    }

    @Test func monitorsReceiveInterimResponsesAndTrailers() async throws {
      let server = try LoopbackServer { _ in
        [
          .send("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
          .send("1\r\nx\r\n0\r\nX-Sum: 1\r\n\r\n"),
        ]
      }
      let monitor = RecordingMonitor()
      var configuration = SessionConfiguration()
      configuration.monitors = [monitor]
      let session = NetworkSession(configuration: configuration, transport: transport)
      expectEqual(try await session.get(server.url()).string(), "x")
      expectEqual(
        monitor.events,
        [
          "#1 started", "#1 sent GET 1", "#1 interim 103", "#1 head 200", "#1 trailers [\"X-Sum\"]",
          "#1 finished",
        ])
    }

    @Test func aHeadThatIsTooLongFails() async throws {
      let fields = (0..<4000).map { "X-\($0): \(String(repeating: "x", count: 100))" }
      let server = try LoopbackServer { _ in [.respond("200 OK", headers: fields)] }
      let log = await send(TransportRequest(url: try server.url()))
      expectEqual(log.summary, ["failed head"])
      expectEqual((log.error as? CurlError)?.message.contains("307200"), true)
    }

    @Test func anAcceptEncodingOfTheRequestIsKept() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(TransportRequest(url: try server.url(), headers: ["Accept-Encoding": "identity"]))
      _ = await send(TransportRequest(url: try server.url()))
      expectEqual(server.requests.first?.headers("Accept-Encoding"), ["identity"])
      expectEqual(server.requests.last?.header("Accept-Encoding")?.contains("gzip"), true)
    }

    // MARK: - Connections

    @Test func timingsAndTheConnectionAreReported() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let session = NetworkSession(transport: transport)
      let first = await session.get(try server.url()).response(.data)
      let timings = try #require(first.timings.transport)
      let connection = try #require(timings.connection)
      expectEqual(connection.remoteAddress, "127.0.0.1")
      expectEqual(connection.remotePort, server.port)
      expectFalse(connection.isReused)
      let connect = try #require(timings.connect)
      let firstByte = try #require(timings.firstByte)
      #expect(connect <= firstByte)
      #expect(try firstByte <= #require(timings.total))
      expectNil(timings.secureConnection)
      expectEqual(first.response?.httpVersion, "HTTP/1.1")
      let second = await session.get(try server.url()).response(.data)
      expectEqual(second.timings.transport?.connection?.isReused, true)
      expectNil(second.timings.transport?.connect)
    }

    @Test func theConnectionLimitMakesOtherRequestsWait() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      var options = TransportOptions()
      options.connections.perHost = 2
      let transport = try CurlTransport(options: options)
      let opened = Locked(0)
      let logs = try (0..<20).map { _ in
        let log = EventLog { event in
          guard case .finished(let timings) = event else { return }
          if timings.connection?.isReused == false { opened.update { $0 += 1 } }
        }
        transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
        return log
      }
      for log in logs { await log.end() }
      #expect(logs.allSatisfy { $0.body == "hello" })
      expectEqual(opened.value, 2)
    }

    @Test func anIPv6AddressIsSupported() async throws {
      let url = try #require(URL(string: "http://[::1]:\(LoopbackServer.unusedPort())/"))
      let log = await send(TransportRequest(url: url))
      expectEqual(log.summary, ["failed connect"])
      expectEqual((log.error as? CurlError)?.code, 7)
    }

    // MARK: - Stale connections

    /// A server that closes its connection instead of responding to the second request.
    private func serverWithStaleConnections(_ bodies: Locked<[Data]>) throws -> LoopbackServer {
      let count = Locked(0)
      return try LoopbackServer { request in
        let number = count.update { count in
          count += 1
          return count
        }
        bodies.update { $0.append(request.body) }
        // The first request opens the connection, the second finds it closed. Sent again, it receives a
        // response.
        return number == 2 ? [.close] : [.respond("200 OK", body: "\(number)")]
      }
    }

    @Test func anIdempotentRequestIsRetriedOnANewConnection() async throws {
      let bodies = Locked<[Data]>([])
      let server = try serverWithStaleConnections(bodies)
      _ = await send(TransportRequest(url: try server.url()))
      let log = await send(TransportRequest(url: try server.url()))
      expectEqual(log.summary, ["head 200", "body", "finished"])
      expectEqual(log.body, "3")
    }

    @Test func theRetriedBodyIsSentFromItsBeginning() async throws {
      let folder = try TemporaryFolder()
      try Pattern.write(100_000, to: folder.file("f"))
      let pattern = Pattern.bytes(from: 0, count: 100_000)
      let sources: [RequestBody] = [
        .data(pattern), .file(folder.file("f")),
        .stream(BodyStream(count: 100_000) { PatternReader(count: 100_000) }),
      ]
      for body in sources {
        let bodies = Locked<[Data]>([])
        let server = try serverWithStaleConnections(bodies)
        _ = await send(TransportRequest(url: try server.url()))
        let log = await send(TransportRequest(method: .put, url: try server.url(), body: body))
        expectEqual(log.body, "3")
        expectEqual(log.sent, log.sent.sorted())
        expectEqual(bodies.value.dropFirst().map { $0 == pattern }, [true, true])
      }
    }

    @Test func anUnrepeatableStreamIsNotRetried() async throws {
      let bodies = Locked<[Data]>([])
      let server = try serverWithStaleConnections(bodies)
      _ = await send(TransportRequest(url: try server.url()))
      let once = BodyStream(count: 1000, isRepeatable: false) { PatternReader(count: 1000) }
      let log = await send(TransportRequest(method: .put, url: try server.url(), body: .stream(once)))
      expectEqual(log.summary, ["failed head"])
      expectEqual(server.requests.count, 2)
    }

    @Test(arguments: [RequestBody.none, .data(Data("order".utf8))])
    func aRequestThatIsNotIdempotentIsNotRetried(_ body: RequestBody) async throws {
      let server = try serverWithStaleConnections(Locked<[Data]>([]))
      _ = await send(TransportRequest(url: try server.url()))
      let log = await send(TransportRequest(method: .post, url: try server.url(), body: body))
      expectEqual(log.summary, ["failed head"])
      expectEqual(server.requests.count, 2)
    }

    // MARK: - Failures

    @Test func aFailureHasCodeAndMessage() async throws {
      let url = try #require(URL(string: "http://127.0.0.1:\(LoopbackServer.unusedPort())/"))
      let error = try #require(await send(TransportRequest(url: url)).error as? CurlError)
      expectEqual(error.code, 7)
      #expect(error.message.contains("127.0.0.1"))
      #expect(error.description.hasPrefix("libcurl 7: "))
      expectNotNil(error.systemError)
      expectEqual(error.urlErrorCode, .cannotConnectToHost)
    }

    @Test func anotherSchemeIsRejected() async throws {
      let url = try #require(URL(string: "ftp://127.0.0.1/"))
      let log = await send(TransportRequest(url: url))
      expectEqual((log.error as? CurlError)?.code, 1)
    }

    @Test func aConnectTimeoutIsATimeout() {
      expectEqual(CurlError(code: 28, message: "").urlErrorCode, .timedOut)
    }
  }
#endif
