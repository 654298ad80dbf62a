import Foundation
import Net
import TestSupport
import XCTest

final class TransportTests: TransportTestCase {
  private func send(_ request: TransportRequest) async -> EventLog {
    let log = EventLog()
    transport.task(for: request, receiver: log).resume()
    await fulfillment(of: [log.ended], timeout: .patience)
    return log
  }

  func testALineBreakInAFieldIsNotSent() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for field in [
        HTTPField(name: "X-A", value: "1\r\nX-B: 2"), HTTPField(name: "Host", value: "a\r\nX-B: 2"),
        HTTPField(name: "X-A: 1\r\nX-B", value: "2"),
      ] {
        let log = await send(TransportRequest(url: try server.url(), headers: [field.name: field.value]))
        XCTAssertEqual(log.error as? InvalidRequest, .header(name: field.name, value: field.value))
      }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testAMethodThatIsNoTokenIsNotSent() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for method in ["GET /other HTTP/1.1\r\n\r\nGET", "A B", ""] {
        let method = HTTPMethod(rawValue: method)
        let log = await send(TransportRequest(method: method, url: try server.url()))
        XCTAssertEqual(log.error as? InvalidRequest, .method(method.rawValue))
      }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testHeadBodyAndEndAreDeliveredInOrder() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", headers: ["X-A: 1"], body: "hello")] }
      let log = await send(TransportRequest(url: try server.url("/greeting")))
      XCTAssertEqual(log.summary, ["head 200", "body", "finished"])
      XCTAssertEqual(log.body, "hello")
      XCTAssertEqual(log.head?.headers["x-a"], "1")
      XCTAssertEqual(log.head?.url, try server.url("/greeting"))
    }
  }

  func testNothingIsSentBeforeResume() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let unsent = EventLog()
      let task = transport.task(for: TransportRequest(url: try server.url("/unsent")), receiver: unsent)
      _ = await send(TransportRequest(url: try server.url("/sent")))
      XCTAssertEqual(server.requests.map(\.path), ["/sent"])
      task.cancel()
      await fulfillment(of: [unsent.ended], timeout: .patience)
      XCTAssertEqual(unsent.summary, ["cancelled"])
    }
  }

  func testResumingTwiceSendsOneRequest() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = EventLog()
      let task = transport.task(for: TransportRequest(url: try server.url()), receiver: log)
      task.resume()
      task.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      task.resume()
      _ = await send(TransportRequest(url: try server.url("/last")))
      XCTAssertEqual(server.requests.map(\.path), ["/", "/last"])
    }
  }

  func testMethodHeadersAndBodyAreSent() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = await send(
        TransportRequest(
          method: .put, url: try server.url(), headers: ["X-B": "2", "Content-Type": "text/plain"],
          body: .data(Data("payload".utf8))))
      XCTAssertEqual(log.summary, ["head 200", "finished"])
      let request = try XCTUnwrap(server.requests.first)
      XCTAssertEqual(request.line, "PUT / HTTP/1.1")
      XCTAssertEqual(request.header("X-B"), "2")
      XCTAssertEqual(request.header("Content-Type"), "text/plain")
      XCTAssertEqual(request.header("Content-Length"), "7")
      XCTAssertEqual(request.body, Data("payload".utf8))
    }
  }

  func testSentBytesAreReported() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let body = Data(repeating: 0x61, count: 200_000)
      let log = await send(TransportRequest(method: .post, url: try server.url(), body: .data(body)))
      XCTAssertEqual(log.sent.last, 200_000)
      XCTAssertEqual(log.sent, log.sent.sorted())
    }
  }

  func testWhitespaceAroundFieldValuesIsNotAPartOfThem() async throws {
    try await overEach {
      let fields = [
        "ETag: \"a, b\" ", "X-Id:  7 \t", "X-Empty: ", "Expires: Wed, 21 Oct 2099 07:28:00 GMT\t",
        "Set-Cookie: a=1 ", "Set-Cookie: b=2\t",
      ]
      let server = try LoopbackServer { _ in [.respond("200 OK", headers: fields)] }
      let head = await send(TransportRequest(url: try server.url())).head
      XCTAssertEqual(head?.headers["ETag"], "\"a, b\"")
      XCTAssertEqual(head?.headers["X-Id"], "7")
      XCTAssertEqual(head?.headers["X-Empty"], "")
      XCTAssertEqual(head?.headers["Expires"], "Wed, 21 Oct 2099 07:28:00 GMT")
      XCTAssertEqual(head?.headers.values(for: "Set-Cookie"), ["a=1", "b=2"])
    }
  }

  func testARangeIsRequestedWithoutACoding() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for headers: HTTPHeaders in [
        ["Range": "bytes=0-9"], ["Range": "bytes=0-9", "Accept-Encoding": "gzip"],
      ] {
        let log = EventLog()
        transport.task(for: TransportRequest(url: try server.url(), headers: headers), receiver: log).resume()
        await fulfillment(of: [log.ended], timeout: .patience)
      }
      XCTAssertEqual(server.requests.map { $0.header("Accept-Encoding") }, ["identity", "gzip"])
    }
  }

  func testAPostWithoutABodyHasTheLengthZero() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(TransportRequest(method: .post, url: try server.url()))
      XCTAssertEqual(server.requests.first?.header("Content-Length"), "0")
    }
  }

  func testABodyWithoutAContentTypeIsNotSentAsAForm() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(TransportRequest(method: .post, url: try server.url(), body: .data(Data("{}".utf8))))
      XCTAssertEqual(server.requests.first?.header("Content-Type"), "application/octet-stream")
    }
  }

  func testAHeadRequestEndsAfterTheHead() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")] }
      let log = await send(TransportRequest(method: .head, url: try server.url()))
      XCTAssertEqual(log.summary, ["head 200", "finished"])
      XCTAssertEqual(server.requests.first?.line, "HEAD / HTTP/1.1")
    }
  }

  func testRedirectsAreNotFollowed() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.respond("302 Found", headers: ["Location: /elsewhere"], body: "moved")]
      }
      let log = await send(TransportRequest(url: try server.url()))
      XCTAssertEqual(log.summary, ["head 302", "body", "finished"])
      XCTAssertEqual(log.head?.headers["Location"], "/elsewhere")
      XCTAssertEqual(server.requests.count, 1)
    }
  }

  func testInterimResponsesAreNotTheHead() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.send("HTTP/1.1 100 Continue\r\n\r\n"), .respond("200 OK", body: "done")]
      }
      let log = await send(
        TransportRequest(method: .post, url: try server.url(), body: .data(Data("x".utf8))))
      XCTAssertEqual(log.summary.filter { !$0.hasPrefix("interim") }, ["head 200", "body", "finished"])
      XCTAssertEqual(log.body, "done")
    }
  }

  func testSetCookieFieldsAreSeparateAndNotStored() async throws {
    try await overEach {
      let date = "Expires=Wed, 21 Oct 2099 07:28:00 GMT"
      let server = try LoopbackServer { _ in
        [.respond("200 OK", headers: ["Set-Cookie: a=1; \(date); Path=/", "Set-Cookie: b=2"])]
      }
      let log = await send(TransportRequest(url: try server.url()))
      XCTAssertEqual(log.head?.headers.values(for: "Set-Cookie"), ["a=1; \(date); Path=/", "b=2"])
      _ = await send(TransportRequest(url: try server.url()))
      XCTAssertNil(server.requests.last?.header("Cookie"))
    }
  }

  func testFieldsThatAreNotListsAreSeparate() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        let fields =
          "Content-Type: text/plain\r\nContent-Type: text/plain\r\nSet-Cookie: a=\"x, b=y\"; Path=/\r\n"
        return [.send(Data("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n".utf8))]
      }
      let head = await session.get(try server.url()).response(.data).response
      XCTAssertEqual(head?.headers.values(for: "Content-Type"), ["text/plain", "text/plain"])
      XCTAssertEqual(head?.headers.values(for: "Set-Cookie"), ["a=\"x, b=y\"; Path=/"])
    }
  }

  func testTheSchemeOfAURLIgnoresCase() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "here")] }
      let response = await session.get("HTTP://127.0.0.1:\(server.port)/").response(.string)
      XCTAssertEqual(response.value, "here")
    }
  }

  func testAServerReceivesNoCredentialsForAProxy() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let request = session.get(try server.url(), headers: ["Proxy-Authorization": "Basic eDp5"])
      _ = await request.response(.data)
      XCTAssertEqual(server.requests.map { $0.header("Proxy-Authorization") }, [nil])
    }
  }

  func testACookieHeaderOfTheRequestIsSent() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      _ = await send(TransportRequest(url: try server.url(), headers: ["Cookie": "a=1"]))
      XCTAssertEqual(server.requests.first?.header("Cookie"), "a=1")
    }
  }

  func testARefusedConnectionFailsInTheConnectPhase() async throws {
    try await overEach {
      let port = try LoopbackServer.unusedPort()
      let url = try XCTUnwrap(URL(string: "http://127.0.0.1:\(port)/"))
      let log = await send(TransportRequest(url: url))
      XCTAssertEqual(log.summary, ["failed connect"])
    }
  }

  func testAConnectionClosedWithoutAResponseFailsInTheHeadPhase() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.close] }
      let log = await send(TransportRequest(url: try server.url()))
      XCTAssertEqual(log.summary, ["failed head"])
    }
  }

  func testAResetWithinTheBodyKeepsTheReceivedBytes() async throws {
    try await overEach {
      let received = DispatchSemaphore(value: 0)
      let server = try LoopbackServer.resetting(after: received)
      let log = EventLog { event in if case .body = event { received.signal() } }
      transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 200", "body", "failed body"])
      XCTAssertEqual(log.body, "half")
    }
  }

  func testATruncatedBodyFails() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .close]
      }
      let log = await send(TransportRequest(url: try server.url()))
      XCTAssertEqual(log.summary.last, "failed body")
    }
  }

  func testTwoHundredConcurrentRequestsComplete() async throws {
    try await overEach {
      let server = try LoopbackServer { [.respond("200 OK", body: $0.path)] }
      let logs = try (0..<200).map { number in
        let log = EventLog()
        transport.task(for: TransportRequest(url: try server.url("/\(number)")), receiver: log).resume()
        return log
      }
      await fulfillment(of: logs.map(\.ended), timeout: .patience)
      XCTAssertEqual(logs.map(\.body), (0..<200).map { "/\($0)" })
    }
  }

  func testATaskKeepsItsTransportUntilItsEnd() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = EventLog()
      let weakTransport = try startAndRelease(TransportRequest(url: server.url()), log)
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 200", "finished"])
      // The last callback may still be returning.
      await waitPatiently { weakTransport.value == nil }
      XCTAssertNil(weakTransport.value)
    }
  }

  private func startAndRelease(_ request: TransportRequest, _ log: EventLog) throws -> Weak {
    let transport = try tested.make()
    transport.task(for: request, receiver: log).resume()
    return Weak(transport)
  }
}

private final class Weak: Sendable {
  weak let value: (any Transport & AnyObject)?

  init(_ value: any Transport) { self.value = value as? any Transport & AnyObject }
}
