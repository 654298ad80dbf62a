import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class HTTPClientTests: XCTestCase {
  private struct HTTPClient {
    let transport: any Transport

    func get(url: URL, callback: @escaping @Sendable (Data?, (any Error)?) -> Void) {
      let task = transport.dataTask(with: url) { data, _, error in callback(data, error) }
      task.resume()
    }
  }

  private struct Answer: Sendable {
    var data: Data?
    var error: (any Error)?
  }

  private func get(over transport: MockTransport) throws -> [Answer] {
    let answers = Lock<[Answer]>([])
    HTTPClient(transport: transport).get(url: try XCTUnwrap(URL(string: "https://mockurl"))) { data, error in
      answers.withLock { $0.append(Answer(data: data, error: error)) }
    }
    return answers.withLock { $0 }
  }

  func testGetSendsTheRequestOnce() throws {
    let transport = MockTransport(afterEach: self)
    transport.nextData = Data()
    _ = try get(over: transport)
    XCTAssertEqual(transport.lastRequest?.url.absoluteString, "https://mockurl")
    XCTAssertEqual(transport.lastRequest?.method, .get)
    XCTAssertEqual(transport.resumeCount, 1)
  }

  func testNextDataIsTheResponseBody() throws {
    let transport = MockTransport(afterEach: self)
    transport.nextData = Data("{}".utf8)
    let answers = try get(over: transport)
    XCTAssertEqual(answers.map(\.data), [Data("{}".utf8)])
    XCTAssertNil(answers.first?.error)
  }

  func testNextErrorFailsTheRequest() throws {
    let transport = MockTransport(afterEach: self)
    transport.nextError = URLError(.notConnectedToInternet)
    let answers = try get(over: transport)
    XCTAssertEqual(answers.first?.error as? URLError, URLError(.notConnectedToInternet))
    XCTAssertEqual(answers.count, 1)
    XCTAssertNil(answers.first?.data)
  }

  func testTheHandlerIsNotCalledBeforeResume() throws {
    let transport = MockTransport(afterEach: self)
    transport.nextData = Data("{}".utf8)
    let calls = Lock(0)
    let task = transport.dataTask(with: try XCTUnwrap(URL(string: "https://mockurl"))) { _, _, _ in
      calls.withLock { $0 += 1 }
    }
    XCTAssertEqual(calls.withLock { $0 }, 0)
    task.resume()
    XCTAssertEqual(calls.withLock { $0 }, 1)
  }

  func testTheDefaultDeliveryMayBeAQueue() async throws {
    let transport = MockTransport(delivery: .queue(DispatchQueue(label: "mock")), afterEach: self)
    transport.nextData = Data("{}".utf8)
    let called = expectation(description: "called")
    HTTPClient(transport: transport).get(url: try XCTUnwrap(URL(string: "https://mockurl"))) { data, _ in
      XCTAssertEqual(data, Data("{}".utf8))
      called.fulfill()
    }
    await fulfillment(of: [called], timeout: .patience)
  }
}
