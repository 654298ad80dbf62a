import Net
import NetStream
import NetTesting
import Stream
import Testing
import XCTest

private let service: GitHubService = {
  let network = NetworkingMock()
  network.stub(.get("/users/trentm"), with: User(login: "trentm", name: "Trent", followers: 3))
  return GitHubService(network: network)
}()

// snippet: tests
@Test(.netTesting) func findsTheUser() {
  let user = service.user("trentm").record(afterEach: .test)
  expect(user.event).to(beSuccess())
}

final class ServiceTests: XCTestCase {
  func testFindsTheUser() {
    let user = service.user("trentm").record(afterEach: self)
    expect(user.event).to(beSuccess())
  }
}
// snippet.end
