import Foundation
import NetTesting
import XCTest

/// A test that is skipped is not failed by a stub that it does not use; one that throws fails only with its error.
final class Skipped: XCTestCase {
  func testASkippedTest() throws {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/unused"), with: 1, times: 1)
    try XCTSkipIf(true, "not here")
  }

  func testAnAsynchronousSkippedTest() async throws {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/unused"), with: 1, times: 1)
    try XCTSkipIf(true, "not here")
  }

  func testATestThatThrows() throws {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/unused"), with: 1, times: 1)
    throw CocoaError(.fileNoSuchFile)
  }
}
