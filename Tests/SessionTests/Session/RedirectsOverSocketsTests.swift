import Dispatch
import Foundation
import Net
import TestSupport
import XCTest

/// Redirects that are not followed, over each transport.
final class RedirectsOverSocketsTests: TransportTestCase {
  /// The end of a request, in memory, streamed or downloaded.
  private struct Ending: Equatable {
    var status: Int?
    var range: String?
    var body: String?
    var reason: NetworkError.Reason?

    init(_ response: DataResponse<some Sendable>, body: Data?) {
      status = response.response?.status
      range = response.response?.headers["Range"]
      self.body = (response.error?.data ?? body).map { String(decoding: $0, as: UTF8.self) }
      reason = response.error?.reason
    }

    init(_ status: Int, _ body: String, _ reason: NetworkError.Reason?) {
      self.status = status
      self.body = body
      self.reason = reason
      range = "bytes=0-42"
    }
  }

  private func inMemory(_ request: any NetworkRequesting) async -> Ending {
    let response = await request.response(.data)
    return Ending(response, body: response.value)
  }

  private func streamed(_ request: any NetworkRequesting) async -> Ending {
    await withCheckedContinuation { continuation in
      let body = Locked(Data())
      request.responseStream(delivery: .inline) { event in
        switch event {
        case .head: break
        case .chunk(let chunk): body.update { $0.append(chunk) }
        case .complete(let response): continuation.resume(returning: Ending(response, body: body.value))
        }
      }
    }
  }

  private func downloaded(_ request: any NetworkRequesting) async -> Ending {
    await withCheckedContinuation { continuation in
      request.download(to: .temporary, delivery: .inline) { response in
        let body = response.value.flatMap { try? Data(contentsOf: $0) }
        if let file = response.value { try? FileManager.default.removeItem(at: file) }
        continuation.resume(returning: Ending(response, body: body))
      }
    }
  }

  private func endings(_ make: () -> any NetworkRequesting) async -> [Ending] {
    [await inMemory(make()), await streamed(make()), await downloaded(make())]
  }

  private func server(_ headers: [String] = [], body: String = "more") throws -> LoopbackServer {
    try LoopbackServer { request in
      [
        .respond(
          "\(request.path.dropFirst()) Because", headers: ["Range: bytes=0-42"] + headers, body: body)
      ]
    }
  }

  private static let statuses = [300, 301, 302, 303, 305, 307, 308]

  func testWithoutALocationTheRedirectIsTheResponse() async throws {
    try await overEach {
      let server = try server()
      let session = session
      for status in Self.statuses {
        let url = try server.url("/\(status)")
        // A documented platform limit: Foundation drops the body, which must not count as success.
        let isDropped = tested == .urlSession && Self.dropsBodies && status > 300
        let refused = await endings { session.get(url) }
        let accepted = await endings { session.get(url).validate(statusCode: [status]) }
        let body = isDropped ? "" : "more"
        // Nobody waits for the body of a response that is not streamed or saved.
        let refusal = Ending(status, body, .validation(.statusCode(status)))
        let inMemory = isDropped ? Ending(status, body, .transport(.body)) : refusal
        XCTAssertEqual(refused, [inMemory, refusal, refusal], "\(status)")
        let response = Ending(status, body, isDropped ? .transport(.body) : nil)
        XCTAssertEqual(accepted, [response, response, response], "\(status)")
      }
    }
  }

  #if canImport(Darwin)
    private static let dropsBodies = false
  #else
    private static let dropsBodies = true
  #endif

  func testWithoutALocationAndBodyTheRedirectIsTheResponse() async throws {
    try await expectTheRedirectAsResponse([])
  }

  private func expectTheRedirectAsResponse(_ fields: [String]) async throws {
    try await overEach {
      let server = try server(fields, body: "")
      let session = session
      for status in Self.statuses {
        let response = await session.get(try server.url("/\(status)")).validate(statusCode: [status])
          .response(.data)
        XCTAssertEqual(response.response?.status, status)
        XCTAssertEqual(response.value, Data())
      }
    }
  }

  func testABodyThatTheConnectionEndsIsNotLostWithoutAnError() async throws {
    try await overEach {
      for body in ["more", ""] {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 302 Found\r\n\r\n\(body)"), .close] }
        let response = await session.get(try server.url()).validate(statusCode: [302]).response(.string)
        XCTAssertEqual(response.response?.status, 302)
        if tested == .urlSession && Self.dropsBodies {
          // A documented platform limit: nobody knows whether there was a body.
          XCTAssertEqual(response.error?.underlyingError as? DroppedBody, DroppedBody())
          XCTAssertEqual(response.error?.reason, .transport(.body))
        } else {
          XCTAssertEqual(response.value, body)
        }
      }
    }
  }

  func testWithAnEmptyLocationTheRedirectIsTheResponse() async throws {
    try await expectTheRedirectAsResponse(["Location: "])
  }

  func testA304IsTheResponse() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.send("HTTP/1.1 304 Not Modified\r\nRange: bytes=0-42\r\n\r\n")]
      }
      let response = await session.get(try server.url()).response(.data)
      XCTAssertEqual(response.error?.reason, .validation(.statusCode(304)))
      XCTAssertEqual(response.response?.headers["Range"], "bytes=0-42")
    }
  }

  func testA308WithoutALocationReportsAPartialUpload() async throws {
    try await overEach {
      let server = try server(body: "")
      let content = RequestContent.data(Data("part".utf8), contentType: nil)
      let response = await session.request(
        RequestDescription(try server.url("/308"), method: .put, content: content)
      ).validate(statusCode: [308]).response(.data)
      XCTAssertEqual(response.response?.headers["Range"], "bytes=0-42")
      XCTAssertNil(response.error)
      XCTAssertEqual(server.requests.map(\.body), [Data("part".utf8)])
    }
  }

  /// A server that sends this head first, and then nothing but its path.
  private func redirecting(_ fields: String) throws -> LoopbackServer {
    try LoopbackServer { request in
      guard request.path == "/" else { return [.respond("200 OK", body: request.path)] }
      return [.send("HTTP/1.1 302 Found\r\n\(fields)\r\nContent-Length: 0\r\n\r\n")]
    }
  }

  func testEqualLocationsAreFollowed() async throws {
    try await overEach {
      let server = try redirecting("Location: /a?b=c, d\r\nLocation: /a?b=c, d")
      let response = await session.get(try server.url("/")).response(.string)
      XCTAssertEqual(response.value, "/a?b=c,%20d")
    }
  }

  func testDifferentLocationsFail() async throws {
    try await overEach {
      let server = try redirecting("Location: /a\r\nLocation: /b")
      let response = await session.get(try server.url("/")).response(.string)
      XCTAssertEqual(response.error?.reason, .redirect(.location("/a, /b")))
      XCTAssertEqual(server.requests.count, 1)
    }
  }

  func testTheSchemeOfALocationIgnoresCase() async throws {
    try await overEach {
      let port = Locked(0)
      let server = try LoopbackServer { request in
        guard request.path == "/" else { return [.respond("200 OK", body: request.path)] }
        let field = "Location: HTTP://127.0.0.1:\(port.value)/a"
        return [.send("HTTP/1.1 302 Found\r\n\(field)\r\nContent-Length: 0\r\n\r\n")]
      }
      port.update { $0 = server.port }
      let response = await session.get(try server.url("/")).response(.string)
      XCTAssertEqual(response.value, "/a")
    }
  }

  func testAnInvalidLocationFailsWithHeadAndBody() async throws {
    try await overEach {
      for location in ["ftp://127.0.0.1/x", "mailto:a@b", "http://"] {
        let server = try server(["Location: \(location)"])
        let session = session
        for status in [301, 302, 303, 307, 308] {
          let url = try server.url("/\(status)")
          let expected = Ending(status, "more", .redirect(.location(location)))
          let got = await endings { session.get(url) }
          XCTAssertEqual(got, [expected, expected, expected], "\(status) \(location)")
        }
      }
    }
  }

  func testTheRedirectLimitFailsWithHeadAndBody() async throws {
    try await overEach {
      let server = try server(["Location: /302"])
      let session = NetworkSession(
        configuration: {
          var configuration = SessionConfiguration()
          configuration.redirects = RedirectPolicy(limit: 1)
          return configuration
        }(), transport: transport)
      let url = try server.url("/302")
      let expected = Ending(302, "more", .redirect(.limit(1)))
      let got = await endings { session.get(url) }
      XCTAssertEqual(got, [expected, expected, expected])
    }
  }

  func testOnlyTheStartOfALargeRedirectBodyIsKept() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        let head = "HTTP/1.1 302 Found\r\nLocation: ftp://x/\r\nContent-Length: 1000000\r\n\r\n"
        return [.send(head), .send(Data(count: 1_000_000))]
      }
      let response = await session.get(try server.url()).response(.data)
      XCTAssertEqual(response.error?.reason, .redirect(.location("ftp://x/")))
      XCTAssertEqual(response.error?.data?.count, 65_536)
    }
  }
}
