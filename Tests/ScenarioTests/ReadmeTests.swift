import Net
import NetTesting
import Testing
import XCTest

// snippet: test
@Suite(.netTesting) struct FollowersTests {
  @Test func followersArriveInFullAndInOrder() {
    let network = NetworkingMock(afterEach: .test)
    network.mock(.get("/users/octavia/followers"), with: [Follower(login: "ada"), Follower(login: "bo")])
    network.mock(.get("/users/ada"), with: User(login: "ada", name: "Ada", followers: 3))
    network.mock(.get("/users/bo"), with: User(login: "bo", name: nil, followers: 5))

    let observed = GitHubService(network: network).followers(of: "octavia").record(afterEach: .test)

    #expect(observed.value?.map(\.login) == ["ada", "bo"])
    #expect(network.requests.first?.parameters["per_page"] as? Int == 30)
  }
}
// snippet.end

final class ReadmeTests: XCTestCase {
  // snippet: xctest
  func testAMissingUserFails() {
    let network = NetworkingMock(afterEach: self)
    network.mock(.get("/users/nobody"), answer: .status(404))

    let observed = GitHubService(network: network).user("nobody").record(afterEach: self)

    expect(observed.event).to(beFailure(with: .validation(.statusCode(404))))
  }
  // snippet.end
}
