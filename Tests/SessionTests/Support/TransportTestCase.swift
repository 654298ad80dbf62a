import Net
import XCTest

/// The transports of this platform that use the network.
enum TestedTransport: String, CaseIterable, Sendable {
  case urlSession = "URLSessionTransport"
  #if os(Linux) && !canImport(Darwin)
    case curl = "CurlTransport"
  #endif

  func make() throws -> any Transport {
    switch self {
    case .urlSession: return URLSessionTransport()
    #if os(Linux) && !canImport(Darwin)
      case .curl: return try CurlTransport()
    #endif
    }
  }
}

/// Tests that run over each transport in turn.
class TransportTestCase: XCTestCase {
  /// The transport under test.
  private(set) var tested = TestedTransport.urlSession
  /// A new instance of the transport for each test.
  private(set) var transport: any Transport = URLSessionTransport()

  /// A session with that transport.
  var session: NetworkSession { NetworkSession(transport: transport) }

  func overEach(_ body: () async throws -> Void) async throws {
    for tested in TestedTransport.allCases {
      self.tested = tested
      transport = try tested.make()
      let failures = testRun?.totalFailureCount ?? 0
      do {
        try await body()
      } catch {
        XCTFail("\(error), over \(tested.rawValue)")
      }
      if (testRun?.totalFailureCount ?? 0) > failures {
        XCTFail("the failures above are over \(tested.rawValue)")
      }
    }
  }
}
