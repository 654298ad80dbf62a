import Dispatch
import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Verifies the rows of the page "Platform limits": if a test fails, the limit no longer exists and its row
/// must be removed.
@Suite(.netTesting) struct PlatformLimitsTests {
  private let server: MockServer
  private let network: NetworkSession

  init() throws {
    server = MockServer(afterEach: .test)
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    network = NetworkSession(configuration: configuration, transport: URLSessionTransport())
  }

  /// Foundation would send them in upper case.
  @Test(arguments: ["get", "Head", "post", "put", "Delete", "connect"], [false, true])
  func someMethodsInAnotherCaseAreRefused(method: HTTPMethod, hasBody: Bool) async {
    server.stub(.everything, with: .text("hello"))
    let content = hasBody ? RequestContent.data(Data("body".utf8), contentType: nil) : nil
    let response = await network.request(RequestDescription("a", method: method, content: content)).response(
      .data)
    expectEqual(response.error?.reason, .invalidRequest(.method(method.rawValue)))
    expectTrue(server.requests.isEmpty)
  }

  @Test(arguments: ["options", "Patch", "trace", "query", "PURGE", "purge"])
  func otherMethodsAreSentAsTheyAre(method: HTTPMethod) async {
    server.stub(.everything, with: .text("hello"))
    expectEqual(
      await network.request(RequestDescription("a", method: method)).response(.string).value, "hello")
    expectEqual(server.requests.map(\.method), [method])
  }

  @Test func fieldNamesOfAResponseAreCapitalized() async {
    server.stub(
      .everything,
      with: .text("hello").addingHeader("ETag", "\"a\"").addingHeader("content-language", "en")
        .addingHeader("x-lower", "b"))
    let headers = await network.get("a").response(.data).response?.headers
    expectEqual(headers?["ETag"], "\"a\"")
    let names = headers?.map(\.name) ?? []
    #expect(["Etag", "Content-Language", "x-lower"].allSatisfy(names.contains), "\(names)")
  }

  @Test func fieldsAreAddedToARequest() async {
    server.stub(.everything, with: .text("hello"))
    let log = EventLog()
    let request = TransportRequest(method: .delete, url: server.baseURL)
    URLSessionTransport().task(for: request, receiver: log).resume()
    await log.end()
    let headers = server.requests.first?.headers
    expectNotNil(headers?["Accept-Language"])
    expectEqual(headers?["Connection"], "keep-alive")
    expectEqual(headers?["Content-Length"], "0")
  }

  @Test func repeatedFieldsOfARequestAreJoined() async throws {
    server.stub(.everything, with: .text("hello"))
    _ = try await network.get(
      "a", headers: [HTTPField(name: "X-Twice", value: "a"), HTTPField(name: "X-Twice", value: "b")]
    ).data()
    expectEqual(server.requests.first?.headers.values(for: "X-Twice"), ["a, b"])
  }

  @Test func repeatedFieldsOfAResponseAreJoinedAndSorted() async throws {
    server.stub(
      .everything,
      with: .text("hello").addingHeader("X-B", "1").addingHeader("X-A", "2").addingHeader("X-B", "3"))
    let response = await network.get("a").response(.data)
    let fields = response.response?.headers.filter { $0.name.hasPrefix("X-") }
    expectEqual(fields?.map(\.name), ["X-A", "X-B"])
    expectEqual(response.response?.headers.values(for: "X-B"), ["1, 3"])
  }

  @Test func interimResponsesAreNotReported() async throws {
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n"), .respond("200 OK")]
    }
    let log = EventLog()
    URLSessionTransport().task(for: TransportRequest(url: try server.url()), receiver: log).resume()
    await log.end()
    expectEqual(log.summary, ["head 200", "finished"])
  }

  @Test func theHTTPVersionIsUnknown() async {
    server.stub(.everything, with: .text("hello"))
    expectNil(await network.get("a").response(.data).response?.httpVersion)
  }

  #if !canImport(Darwin)
    @Test func webSocketsAreUnsupported() async {
      let session = NetworkSession(transport: URLSessionTransport())
      let error = await #expect(throws: NetworkError.self) {
        try await session.webSocket("ws://127.0.0.1:9/").connect()
      }
      expectEqual(error?.underlyingError as? WebSocketError, .unsupported(transport: "URLSessionTransport"))
    }
  #endif

  @Test func timingsAndConnectionsAreUnknown() async {
    server.stub(.everything, with: .text("hello"))
    expectNil(await network.get("a").response(.data).timings.transport)
  }

  #if !canImport(Darwin)
    @Test func aCloseWithinTheHeadCrashesTheProcess() async {
      await #expect(processExitsWith: .signal(Trap.endingSignal)) {
        Trap.endsAtOnce()
        let server = MockServer()
        server.stub(.everything, with: .fault(.garbage(Data("HTTP/1.1 200 OK\r\nContent-".utf8))))
        try server.start()
        let response = await NetworkSession(transport: URLSessionTransport()).get(server.baseURL).response(
          .data)
        server.stop()
        // The expected failure if the limit no longer exists.
        try #require(response.error?.reason == .transport(.head))
      }
    }

    /// RFC 9110 section 5.5 and RFC 9112 section 5 allow the first six.
    ///
    /// No limit for the length of a head is specified.
    @Test(
      arguments: [
        Data("HTTP/1.1 200 OK\r\nX-A:  \r\n".utf8), Data("HTTP/1.1 200 OK\r\nX-A: \t\r\n".utf8),
        Data("HTTP/1.1 200 OK\r\nX-A: b\r\n \t\r\n".utf8),
        Data("HTTP/1.1 200 OK\r\nX-A:b\r\n".utf8), Data("HTTP/1.1 200 OK\r\nX-A: caf".utf8) + [0xe9, 13, 10],
        Data("HTTP/1.1 200\r\n".utf8),
        Data("HTTP/1.1 200 OK\n".utf8), Data("HTTP/1.1 200 OK\r\n: x\r\n".utf8),
        Data("HTTP/1.1  200 OK\r\n".utf8), Data("HTTP/1.1 200 OK\r\nX-A : b\r\n".utf8),
        Data("HTTP/1.1 200 OK\r\nX (A): b\r\n".utf8),
        Data("HTTP/1.1 200 OK\r\nX-A: \(String(repeating: "b", count: 110_000))\r\n".utf8),
      ])
    func unusualHeadsAreRejected(_ head: Data) async throws {
      let server = try LoopbackServer { _ in [.send(head + Data("Content-Length: 5\r\n\r\nhello".utf8))] }
      let response = await NetworkSession(transport: URLSessionTransport()).get(try server.url())
        .response(.string)
      expectNil(response.value, "\(response)")
    }

    @Test func aHugeLengthCrashesTheProcess() async {
      await #expect(processExitsWith: .signal(Trap.endingSignal)) {
        Trap.endsAtOnce()
        let server = MockServer()
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775806\r\n\r\n"
        server.stub(.everything, with: .fault(.garbage(Data("\(head)hello".utf8))))
        try server.start()
        let response = await NetworkSession(transport: URLSessionTransport()).get(server.baseURL)
          .maximumBodySize(nil).response(.data)
        server.stop()
        // The expected failure if the limit no longer exists.
        try #require(response.error?.reason == .transport(.body))
      }
    }

    @Test func trailersCrashTheProcess() async {
      await #expect(processExitsWith: .signal(Trap.endingSignal)) {
        Trap.endsAtOnce()
        let server = MockServer()
        server.stub(.everything, with: .stream(["hello"]).trailer("X-Sum", "1"))
        try server.start()
        let response = await NetworkSession(transport: URLSessionTransport()).get(server.baseURL).response(
          .string)
        server.stop()
        // The expected value if the limit no longer exists.
        try #require(response.value == "hello")
      }
    }

    @Test func aRedirectToAHostThatFoundationCannotWriteCrashesTheProcess() async {
      await #expect(processExitsWith: .signal(Trap.endingSignal)) {
        Trap.endsAtOnce()
        let server = MockServer()
        server.stub(.everything, with: .redirect(to: "//[::1]/a"))
        try server.start()
        let response = await NetworkSession(transport: URLSessionTransport()).get(server.baseURL)
          .redirects(.refuse).unvalidated().response(.data)
        server.stop()
        // The expected value if the limit no longer exists.
        try #require(response.response?.status == 302)
      }
    }
  #endif

  #if os(Linux)
    private func encoded(_ encoding: String, _ body: [UInt8]) async -> DataResponse<String> {
      server.stub(.everything, with: .data(Data(body)).addingHeader("Content-Encoding", encoding))
      return await network.get("a").response(.string)
    }

    @Test func anUnknownContentEncodingFails() async {
      let response = await encoded("utf-8", Array("as it is".utf8))
      #expect(response.failedPhase == .body || response.failedPhase == .head, "\(response)")
    }

    @Test func aSecondMemberOfAGzipBodyIsNotDecoded() async throws {
      let response = await encoded(
        "gzip", try Data("one".utf8).deflated(.gzip) + Data("two".utf8).deflated(.gzip))
      expectNotEqual(response.value, "onetwo", "\(response)")
    }

    @Test(arguments: [("gzip", ZlibFormat.gzip), ("deflate", .zlib)])
    func aTruncatedBodySucceeds(coding: String, format: ZlibFormat) async throws {
      let response = await encoded(coding, try Data("hello".utf8).deflated(format).dropLast(4))
      expectEqual(response.value, "hello", "\(response)")
    }

    /// The start of "hello".
    @Test(arguments: [
      ("br", [0x0b, 0x02, 0x80, 0x68, 0x65] as [UInt8]),
      ("zstd", [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0x29]),
    ])
    func aTruncatedBodyIsNotNoticed(encoding: String, body: [UInt8]) async {
      let response = await encoded(encoding, body)
      #expect(response.value == "he" || response.value == "", "\(response)")
    }

    @Test func aResponseToHeadWithAnInvalidLengthFails() async {
      server.stub(.everything, with: .status(200).header("Content-Length", "many"))
      let response = await network.request(RequestDescription("a", method: .head)).response(.data)
      expectEqual(response.failedPhase, .head, "\(response)")
    }

    @Test func bytesAfterAGzipBodyFail() async throws {
      let response = await encoded("gzip", try Data("hello".utf8).deflated(.gzip) + Array("more".utf8))
      expectEqual(response.failedPhase, .body, "\(response)")
    }

    @Test(arguments: ["127.1", "2130706433", "0x7f.1"])
    func anAddressInAShortFormIsABadURL(host: String) async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let session = NetworkSession(transport: URLSessionTransport())
      let response = await session.get("http://\(host):\(server.port)/").response(.data)
      expectEqual((response.error?.underlyingError as? URLError)?.code, .badURL)
      expectTrue(server.requests.isEmpty)
    }

    @Test func aConnectionWithDoubtfulChunksIsReused() async throws {
      let server = try SocketServer { connection, number in
        while WireRequest(headFrom: connection) != nil {
          let fields = "Connection: keep-alive\r\nTransfer-Encoding: chunked"
          connection.send("HTTP/1.0 200 OK\r\n\(fields)\r\n\r\n1\r\n\(number)\r\n0\r\n\r\n")
        }
      }
      let session = NetworkSession(transport: URLSessionTransport())
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      expectEqual(await session.get(url).response(.string).value, "1")
      expectEqual(await session.get(url).response(.string).value, "1")
    }

    @Test func chunksBehindAFoldedFieldAreNotDecoded() async throws {
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n"
      let server = try LoopbackServer { _ in [.send(Data("\(head)5\r\nhello\r\n0\r\n\r\n".utf8)), .close] }
      let response = await NetworkSession(transport: URLSessionTransport()).get(try server.url())
        .response(.string)
      expectNotEqual(response.value, "hello", "\(response)")
    }

    @Test func bytesOnAnIdleConnectionAreTheNextResponse() async throws {
      let (isReceived, isSent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try SocketServer { connection, _ in
        guard WireRequest(headFrom: connection) != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")
        _ = isReceived.wait(timeout: .patience)
        connection.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
        isSent.signal()
        while connection.receive() != nil {}
      }
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      let session = NetworkSession(transport: URLSessionTransport())
      expectEqual(await session.get(url).response(.string).value, "1")
      isReceived.signal()
      expectEqual(try await Tool.onThread { isSent.wait(timeout: .patience) }, .success)
      expectEqual(await session.get(url).response(.string).response?.status, 408)
    }

    @Test func aGetRequestWithABodyIsNotSent() async throws {
      let request = network.get("a", parameters: ["q": 1], encoding: .json).sendingBodyWithGet()
      let error = await request.response(.string).error
      expectEqual((error?.underlyingError as? URLError)?.code, .dataLengthExceedsMaximum)
      expectTrue(server.requests.isEmpty)
    }

    /// Which of them is kept differs from run to run.
    @Test func ofResponseFieldsInTwoSpellingsOnlyOneIsKept() async {
      server.stub(
        .everything, with: .text("hello").addingHeader("Vary", "a").addingHeader("vary", "b"))
      let response = await network.get("a").response(.data).response
      expectEqual(response?.headers.values(for: "Vary").count, 1)
      #expect(["a", "b"].contains(response?.headers.firstValue(for: "Vary")))
    }

    @Test func dotSegmentsAreNotSent() async throws {
      server.stub(.everything, with: .text("hello"))
      _ = try await network.get("\(server.baseURL.absoluteString)/a/../b").data()
      expectEqual(server.requests.first?.url.path, "/b")
    }

    @Test func aRequestCancelledDuringANameLookupDelaysOthers() async {
      await #expect(processExitsWith: .success) {
        let names = try await SilentNameService.start()
        let server = MockServer()
        server.stub(.everything, with: .text("hello"))
        try server.start()
        let transport = URLSessionTransport()
        let request = NetworkSession(transport: transport).get("http://a.silent/")
        async let response = request.response(.data)
        await names.waitUntilAsked()
        request.cancel()
        // The request itself ends.
        try #require(await response.error?.reason == .cancelled)
        let curl = try CurlSession.make()
        // The session may start one or two before it passes the cancellation on, which holds all later ones.
        var held = CountingReceiver()
        for _ in 0..<10 {
          held = CountingReceiver()
          transport.task(for: TransportRequest(url: server.baseURL), receiver: held).resume()
          for _ in 0..<100 { try #require(await curl.get(server.baseURL).response(.string).value == "hello") }
          if held.count == 0 { break }
        }
        // Of the tested versions, 8.14 has the limit and 8.23 does not.
        let version = try #require(CurlCapabilities.current?.version)
        if version < CurlCapabilities.Version(8, 15) { try #require(held.count == 0) }
        try #require(names.completed == 0)
        names.respond()
        await held.end()
        try #require(held.isFinished)
        server.stop()
      }
    }
  #endif
}
