import Foundation
import Net
import TestSupport
import XCTest

/// A caller's `Content-Length` over each transport: the message framing stays correct.
final class FramingOverSocketsTests: TransportTestCase {
  private func server() throws -> LoopbackServer {
    try LoopbackServer { request in [.respond("200 OK", body: String(decoding: request.body, as: UTF8.self))]
    }
  }

  private let body = RequestContent.data(Data("hello".utf8), contentType: "text/plain")

  func testACorrectLengthIsSentOnceAndTheNextRequestIsIntact() async throws {
    try await overEach {
      let server = try server()
      for _ in 0..<3 {
        let text = try await session.request(
          RequestDescription(
            try server.url(), method: .post, headers: ["Content-Length": "5"], content: body)
        ).string()
        XCTAssertEqual(text, "hello")
      }
      XCTAssertEqual(server.requests.map { $0.headers("Content-Length") }, [["5"], ["5"], ["5"]])
      XCTAssertEqual(server.requests.map(\.line), ["POST / HTTP/1.1", "POST / HTTP/1.1", "POST / HTTP/1.1"])
    }
  }

  func testAWrongLengthIsNotSent() async throws {
    try await overEach {
      let server = try server()
      for length in ["4", "6", "x"] {
        let response = await session.request(
          RequestDescription(
            try server.url(), method: .post, headers: ["Content-Length": length], content: body)
        ).response(.data)
        XCTAssertEqual(response.error?.reason, .invalidRequest(.contentLength(length, body: 5)))
      }
      let get = await session.get(try server.url(), headers: ["Content-Length": "5"]).response(.data)
      XCTAssertEqual(get.error?.reason, .invalidRequest(.contentLength("5", body: 0)))
      XCTAssertTrue(server.requests.isEmpty)
    }
  }

  func testATransportCorrectsTheLength() async throws {
    try await overEach {
      let server = try server()
      for (method, body) in [(HTTPMethod.post, RequestBody.data(Data("hello".utf8))), (.get, .none)] {
        for length in ["4", "6"] {
          let request = TransportRequest(
            method: method, url: try server.url(),
            headers: ["Content-Length": length, "Transfer-Encoding": "chunked"], body: body)
          let receiver = CountingReceiver()
          let task = transport.task(for: request, receiver: receiver)
          task.resume()
          await receiver.end()
        }
      }
      XCTAssertEqual(
        server.requests.map { $0.headers("Content-Length") }, [["5"], ["5"], [], []])
      XCTAssertEqual(server.requests.flatMap { $0.headers("Transfer-Encoding") }, [])
    }
  }

  func testAStreamOfUnknownLengthIsSentWithTheGivenLength() async throws {
    try await overEach {
      let server = try server()
      let stream = BodyStream { InputStream(data: Data("hello".utf8)) }
      let text = try await session.request(
        RequestDescription(
          try server.url(), method: .post, headers: ["Content-Length": "5"],
          content: .stream(stream, contentType: "text/plain"))
      ).string()
      XCTAssertEqual(text, "hello")
      XCTAssertEqual(server.requests.map { $0.headers("Content-Length") }, [["5"]])
      XCTAssertEqual(server.requests.flatMap { $0.headers("Transfer-Encoding") }, [])
    }
  }

  func testAStreamThatDoesNotMatchTheGivenLengthFails() async throws {
    try await overEach {
      let server = try server()
      for (length, given) in [("4", Int64(5)), ("6", 5)] {
        let stream = BodyStream { InputStream(data: Data("hello".utf8)) }
        let response = await session.request(
          RequestDescription(
            try server.url(), method: .post, headers: ["Content-Length": length],
            content: .stream(stream, contentType: nil))
        ).response(.data)
        XCTAssertEqual(response.error?.reason, .transport(.send))
        XCTAssertEqual(
          response.error?.underlyingError as? RequestBodyError,
          .countMismatch(promised: Int64(length) ?? 0, given: given, file: nil))
      }
    }
  }

  func testConnectionCloseIsSent() async throws {
    try await overEach {
      let server = try server()
      for _ in 0..<2 {
        _ = try await session.get(server.url(), headers: ["Connection": "close"]).data()
      }
      XCTAssertEqual(server.requests.map { $0.header("Connection")?.lowercased() }, ["close", "close"])
    }
  }
}
