import Foundation
import Net

@testable import NetTesting

/// A server whose failures are collected instead of failing the test.
struct ServerFixture {
  let server: MockServer
  let failures = Lock<[String]>([])

  init(timer: (any NetworkTimer)? = nil, limits: RequestParser.Limits = RequestParser.Limits()) throws {
    let failures = failures
    server = MockServer(
      timer: timer, reporter: TestReporter { message, _ in failures.withLock { $0.append(message) } },
      place: SourcePlace(file: #filePath, line: #line), limits: limits)
    try server.start()
  }

  func client() throws -> SocketClient { try SocketClient(port: server.port) }

  var failureMessages: [String] { failures.withLock { $0 } }
}
