import Net
import NetTesting
import Observation
import XCTest

final class ProfileModelTests: XCTestCase {
  @MainActor
  func testAReloadShowsTheProfile() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("https://api.example.com/profile"), with: Profile(login: "octavia"))
    let model = ProfileModel(network: network)
    let shown = expectation(description: "the name changes")
    withObservationTracking {
      _ = model.login
    } onChange: {
      shown.fulfill()
    }
    model.reload()
    await fulfillment(of: [shown], timeout: 120)
    XCTAssertEqual(model.login, "octavia")
    XCTAssertNil(model.failure)
  }

  @MainActor
  func testAFailedReloadKeepsTheError() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("https://api.example.com/profile"), with: .status(503))
    let model = ProfileModel(network: network)
    let failed = expectation(description: "the failure changes")
    withObservationTracking {
      _ = model.failure
    } onChange: {
      failed.fulfill()
    }
    model.reload()
    await fulfillment(of: [failed], timeout: 120)
    XCTAssertEqual(model.failure?.response?.status, 503)
    XCTAssertEqual(model.login, "")
  }
}
