import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// The session with each transport, over real connections on this machine.
final class NetworkSessionOverSocketsTests: TransportTestCase {
  private func send(_ description: RequestDescription) async -> DataResponse<Data> {
    await session.request(description).response(.data)
  }

  func testAResponseIsReceived() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let text = try await session.get(server.url()).string()
      XCTAssertEqual(text, "hello")
    }
  }

  func testTheDefaultHeadersAreSent() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = try await session.get(server.url()).data()
      XCTAssertEqual(server.requests.first?.header("Accept"), "*/*")
      XCTAssertTrue(server.requests.first?.header("User-Agent")?.contains("NetStream") == true)
      XCTAssertTrue(server.requests.first?.header("Accept-Encoding")?.contains("gzip") == true)
    }
  }

  func testDefaultHeadersHaveTheUserAgentAndTheLanguages() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = try await session.get(server.url()).data()
      let request = try XCTUnwrap(server.requests.first)
      let agents = request.head.components(separatedBy: "\r\n").filter {
        $0.lowercased().hasPrefix("user-agent:")
      }
      XCTAssertEqual(agents.count, 1)
      let languages = (request.header("Accept-Language") ?? "").split(separator: ",")
      XCTAssertLessThanOrEqual(languages.count, 6)
    }
  }

  func testRepeatedFieldsOfARequestArriveInOrder() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let headers: HTTPHeaders = ["X-A": "1", "X-B": "x", "x-a": "2", "X-A": "3"]
      _ = try await session.get(server.url(), headers: headers).data()
      let values = server.requests.first?.headers("X-A").flatMap { $0.split(separator: ",") } ?? []
      XCTAssertEqual(values.map { $0.trimmingCharacters(in: .whitespaces) }, ["1", "2", "3"])
      XCTAssertEqual(server.requests.first?.header("X-B"), "x")
    }
  }

  func testRepeatedFieldsOfAResponseArriveInOrder() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [
          .respond(
            "200 OK", headers: ["Link: <a>", "Set-Cookie: a=1", "Link: <b>", "Set-Cookie: b=2", "Link: <c>"])
        ]
      }
      let response = await send(RequestDescription(try server.url()))
      XCTAssertEqual(response.response?.links.map(\.target), ["a", "b", "c"])
      XCTAssertEqual(response.response?.headers.values(for: "Set-Cookie"), ["a=1", "b=2"])
    }
  }

  func testRepeatedCookieFieldsAreJoinedWithSemicolons() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = try await session.get(server.url(), headers: ["Cookie": "a=1", "cookie": "b=2"]).data()
      XCTAssertEqual(server.requests.first?.header("Cookie"), "a=1; b=2")
    }
  }

  func testABodyAndQueryParametersAreSentTogether() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await session.post(
        try server.url("/t?k"), httpBody: Data("a;b".utf8), contentType: "text/csv", parameters: ["q": "a b"]
      ).response(.data)
      let request = try XCTUnwrap(server.requests.first)
      XCTAssertEqual(request.line, "POST /t?k&q=a%20b HTTP/1.1")
      XCTAssertEqual(request.header("Content-Type"), "text/csv")
      XCTAssertEqual(request.body, Data("a;b".utf8))
    }
  }

  func testA401WithAChallengeFailsWithItsBody() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.respond("401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""], body: "who?")]
      }
      let response = await send(RequestDescription(try server.url()))
      XCTAssertEqual(response.error?.reason, .validation(.statusCode(401)))
      XCTAssertEqual(response.data, Data("who?".utf8))
    }
  }

  func testARefusedConnectionFailsInTheConnectPhase() async throws {
    try await overEach {
      let port = try LoopbackServer.unusedPort()
      let response = await send(RequestDescription("http://127.0.0.1:\(port)/"))
      XCTAssertEqual(response.error?.reason, .transport(.connect))
    }
  }

  func testARedirectIsFollowed() async throws {
    try await overEach {
      let server = try LoopbackServer { request in
        request.path == "/a"
          ? [.respond("302 Found", headers: ["Location: /b"], body: "moved")]
          : [.respond("200 OK", body: "here")]
      }
      let response = await send(RequestDescription(try server.url("/a")))
      XCTAssertEqual(response.value, Data("here".utf8))
      XCTAssertEqual(server.requests.map(\.path), ["/a", "/b"])
    }
  }

  func testA307SendsTheBodyAgain() async throws {
    try await overEach {
      let server = try LoopbackServer { request in
        request.path == "/a"
          ? [.respond("307 Temporary Redirect", headers: ["Location: /b"])] : [.respond("200 OK")]
      }
      let content = RequestContent.data(Data("payload".utf8), contentType: "text/plain")
      _ = await send(RequestDescription(try server.url("/a"), method: .post, content: content))
      XCTAssertEqual(server.requests.map(\.line), ["POST /a HTTP/1.1", "POST /b HTTP/1.1"])
      XCTAssertEqual(server.requests.map(\.body), [Data("payload".utf8), Data("payload".utf8)])
    }
  }

  func testAnotherOriginGetsNoCredentials() async throws {
    try await overEach {
      let other = try LoopbackServer { _ in [.respond("200 OK")] }
      let target = try other.url("/b").absoluteString
      let server = try LoopbackServer { _ in [.respond("302 Found", headers: ["Location: \(target)"])] }
      let headers: HTTPHeaders = ["Authorization": "Bearer x", "Cookie": "a=1", "X-A": "1"]
      let response = await send(RequestDescription(try server.url(), headers: headers))
      XCTAssertEqual(response.response?.status, 200)
      XCTAssertEqual(server.requests.first?.header("Authorization"), "Bearer x")
      XCTAssertEqual(server.requests.first?.header("Cookie"), "a=1")
      XCTAssertNil(other.requests.first?.header("Authorization"))
      XCTAssertNil(other.requests.first?.header("Cookie"))
      XCTAssertEqual(other.requests.first?.header("X-A"), "1")
    }
  }

  func testAResetWithinTheBodyKeepsTheReceivedBytes() async throws {
    try await overEach {
      let received = DispatchSemaphore(value: 0)
      let server = try LoopbackServer.resetting(after: received)
      let request = session.get(try server.url()).progress(delivery: .inline) { _ in received.signal() }
      let response = await request.response(.data)
      XCTAssertEqual(response.error?.reason, .transport(.body))
      XCTAssertEqual(response.data, Data("half".utf8))
      XCTAssertEqual(response.response?.status, 200)
    }
  }

  func testAnIdleTimeoutClosesTheConnection() async throws {
    try await overEach {
      let arrived = expectation(description: "the request arrived")
      let closed = expectation(description: "the server sees the connection closed")
      let server = try LoopbackServer { _ in [.run { arrived.fulfill() }, .awaitClose { closed.fulfill() }] }
      // In real time, a busy machine may reach the timeout before there is a connection to close.
      let timer = TestScheduler()
      let session = NetworkSession(transport: transport, timer: timer)
      let request = session.get(try server.url()).timeout(idle: .milliseconds(50))
      async let response = request.response(.data)
      await fulfillment(of: [arrived], timeout: .patience)
      timer.advance(by: .milliseconds(50))
      let reason = await response.error?.reason
      XCTAssertEqual(reason, .timeout(.idle))
      await fulfillment(of: [closed], timeout: .patience)
    }
  }

  func testCancellingTheTaskClosesTheConnection() async throws {
    try await overEach {
      let closed = expectation(description: "the server sees the connection closed")
      let arrived = expectation(description: "the request arrived")
      let server = try LoopbackServer { _ in
        [.run { arrived.fulfill() }, .awaitClose { closed.fulfill() }]
      }
      let request = session.get(try server.url())
      let task = Task { try await request.data() }
      await fulfillment(of: [arrived], timeout: .patience)
      task.cancel()
      await fulfillment(of: [closed], timeout: .patience)
      let result = await task.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    }
  }

  func testAThousandCancellationRacesEndOnceEach() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "x")] }
      let url = try server.url()
      for _ in 0..<20 {
        let ends = Locked(0)
        let ended = expectation(description: "all have ended")
        ended.expectedFulfillmentCount = 50
        ended.assertForOverFulfill = true
        for number in 0..<50 {
          let request = session.get(url)
          request.response(delivery: .inline, responseSerializer: .data) { _ in
            ends.update { $0 += 1 }
            ended.fulfill()
          }
          DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(number * 200)) {
            request.cancel()
          }
        }
        await fulfillment(of: [ended], timeout: .patience)
        XCTAssertEqual(ends.value, 50)
      }
    }
  }

  func testTwoHundredConcurrentRequestsComplete() async throws {
    try await overEach {
      let server = try LoopbackServer { [.respond("200 OK", body: $0.path)] }
      let urls = try (0..<200).map { try server.url("/\($0)") }
      let texts = try await withThrowingTaskGroup(of: String.self) { [session] group in
        for url in urls { group.addTask { try await session.get(url).string() } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      XCTAssertEqual(texts, Set((0..<200).map { "/\($0)" }))
    }
  }

  func testABodyOfManyChunksIsComplete() async throws {
    try await overEach {
      let body = String(repeating: "0123456789abcdef", count: 65_536)
      let server = try LoopbackServer { _ in [.respond("200 OK", body: body)] }
      let chunks = Locked(0)
      let text = try await session.get(server.url()).progress(delivery: .inline) { _ in
        chunks.update { $0 += 1 }
      }
      .string()
      XCTAssertEqual(text, body)
      XCTAssertGreaterThan(chunks.value, 1)
    }
  }

  func testAnEncodedBodyIsDecoded() async throws {
    try await overEach {
      let gzip = try XCTUnwrap(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
      let server = try LoopbackServer { _ in
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n"
        return [.send(Data(head.utf8) + gzip)]
      }
      let text = try await session.get(server.url()).string()
      XCTAssertEqual(text, "hello")
    }
  }
}
