import Foundation
import Net
import NetTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A user's own client over any transport.
struct HTTPClient {
  let transport: any Transport

  func task(
    url: URL, completion: @escaping @Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void
  ) -> TransportDataTask {
    transport.dataTask(with: url, completionHandler: completion)
  }

  func get(url: URL, completion: @escaping @Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void) {
    task(url: url, completion: completion).resume()
  }
}

final class S1_HTTPClientTests: XCTestCase {
  private struct Answer: Sendable {
    var data: Data?
    var response: HTTPURLResponse?
    var error: (any Error)?
  }

  private func url() throws -> URL { try XCTUnwrap(URL(string: "https://mockurl")) }

  func test_S1_theTransportReceivesTheURL() throws {
    let transport = MockTransport()
    transport.nextData = Data("{}".utf8)
    HTTPClient(transport: transport).get(url: try url()) { _, _, _ in }
    XCTAssertEqual(transport.lastRequest?.url, try url())
  }

  func test_S1_theMethodIsGET() throws {
    let transport = MockTransport()
    transport.nextData = Data("{}".utf8)
    HTTPClient(transport: transport).get(url: try url()) { _, _, _ in }
    XCTAssertEqual(transport.lastRequest?.method, .get)
  }

  func test_S1_resumeIsCalledOnce() throws {
    let transport = MockTransport()
    transport.nextData = Data("{}".utf8)
    HTTPClient(transport: transport).get(url: try url()) { _, _, _ in }
    XCTAssertEqual(transport.resumeCount, 1)
  }

  func test_S1_nothingCompletesBeforeResume() throws {
    let transport = MockTransport()
    transport.nextData = Data("{}".utf8)
    let answers = Captured<Answer>()
    let task = HTTPClient(transport: transport).task(url: try url()) { data, response, error in
      answers.set(Answer(data: data, response: response, error: error))
    }
    XCTAssertEqual(answers.count, 0)
    task.resume()
    XCTAssertEqual(answers.count, 1)
  }

  func test_S1_theCallbackReceivesTheNextData() throws {
    let transport = MockTransport()
    transport.nextData = Data("{}".utf8)
    let answers = Captured<Answer>()
    HTTPClient(transport: transport).get(url: try url()) { data, response, error in
      answers.set(Answer(data: data, response: response, error: error))
    }
    XCTAssertEqual(answers.count, 1)
    XCTAssertEqual(answers.value?.data, Data("{}".utf8))
    XCTAssertNil(answers.value?.error)
  }

  func test_S1_theCallbackReceivesTheNextErrorAndNoResponse() throws {
    let transport = MockTransport()
    transport.nextError = URLError(.networkConnectionLost)
    let answers = Captured<Answer>()
    HTTPClient(transport: transport).get(url: try url()) { data, response, error in
      answers.set(Answer(data: data, response: response, error: error))
    }
    XCTAssertEqual((answers.value?.error as? URLError)?.code, .networkConnectionLost)
    XCTAssertNil(answers.value?.response)
  }
}
