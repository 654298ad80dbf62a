import Net
import XCTest

/// A scenario that runs with each transport of this platform.
class TransportScenario: XCTestCase {
  /// The transport in use.
  private(set) var transport: any Transport = URLSessionTransport()

  func overEachTransport(_ story: () async throws -> Void) async throws {
    var transports: [any Transport] = [URLSessionTransport()]
    #if os(Linux)
      transports.append(try CurlTransport())
    #endif
    for transport in transports {
      self.transport = transport
      let failures = testRun?.totalFailureCount ?? 0
      do {
        try await story()
      } catch {
        XCTFail("\(error)")
      }
      if (testRun?.totalFailureCount ?? 0) > failures { XCTFail("failed over \(type(of: transport))") }
    }
  }
}
