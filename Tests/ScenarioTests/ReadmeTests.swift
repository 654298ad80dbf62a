import Net
import NetTesting
import Testing
import XCTest

// snippet: test
@Test(.netTesting) func followersArriveInFull() {
  let network = NetworkingMock(afterEach: .test)
  network.stub(.get("/users/octavia/followers"), with: [Follower(login: "ada")])
  network.stub(.get("/users/ada"), with: User(login: "ada", name: "Ada", followers: 3))

  let followers = GitHubService(network: network).followers(of: "octavia").record(afterEach: .test)

  #expect(followers.value?.map(\.name) == ["Ada"])
}
// snippet.end

final class ReadmeTests: XCTestCase {
  // snippet: xctest
  func testAMissingUserFails() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/users/nobody"), with: .status(404))

    let observed = GitHubService(network: network).user("nobody").record(afterEach: self)

    expect(observed.event).to(beFailure(with: .validation(.statusCode(404))))
  }
  // snippet.end
}
