import NetTesting
import XCTest

/// A failed assertion of XCTest in a run of a sweep: on Linux the report of the sweep names the run.
final class Swept: XCTestCase {
  func testAnAssertionInARun() async throws {
    let sweep = everyFault(
      of: [.noConnection, .status(500)],
      in: { network in
        network.stub(.get("/a"), with: .json("1"))
        do {
          _ = try await network.get("/a").json()
        } catch {
          XCTAssertFalse("\(error)".contains("500"))
        }
      })
    try await sweep.expect()
  }
}
