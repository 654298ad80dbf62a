import Foundation
import Net

@testable import NetTesting

/// A server whose failures are collected instead of failing the test.
struct ServerFixture {
  let server: MockServer
  private let failures = CollectedFailures()

  init(timer: (any NetworkTimer)? = nil, limits: ServerLimits = ServerLimits()) throws {
    server = MockServer(
      timer: timer, at: SourcePlace(file: #filePath, line: #line), reporter: failures.reporter,
      limits: limits)
    try server.start()
  }

  func client() throws -> SocketClient { try SocketClient(port: server.port) }

  var failureMessages: [String] { failures.messages }
}
