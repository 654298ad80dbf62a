import Net
import NetTesting
import Testing
import XCTest

@Suite(.netTesting) struct S5_GitHubUser {
  private func user() throws -> GitHubUser {
    let transport = MockTransport()
    transport.stub(.get("https://api.github.com/users/{username}"), with: .trentm)
    let observed = GitHubAPI(transport: transport).getUser("trentm").record(afterEach: .test)
    return try #require(observed.value)
  }

  @Test func theNameIsDecoded() throws { #expect(try user().name == "Trent Mick") }

  @Test func theFollowersAreDecoded() throws { #expect(try user().followers == 229) }

  @Test func theFollowingAreDecoded() throws { #expect(try user().following == 4) }

  @Test func nullIsDecodedAsNil() throws {
    let user = try user()
    #expect(user.email == nil)
    #expect(user.hireable == nil)
    #expect(user.bio == nil)
  }

  @Test(arguments: 0..<50) func parallelTestsCanStubTheSameURL(followers: Int) throws {
    let transport = MockTransport()
    transport.stub(
      .get("https://api.github.com/users/{username}"),
      with: .json(["login": "trentm", "followers": .integer(Int64(followers)), "following": 0]))
    let observed = GitHubAPI(transport: transport).getUser("trentm").record(afterEach: .test)
    #expect(try #require(observed.value).followers == followers)
  }
}

final class S5_GitHubUserTests: XCTestCase {
  func test_S5_theUserIsDecodedInXCTest() {
    let transport = MockTransport()
    transport.stub(.get("https://api.github.com/users/{username}"), with: .trentm)
    let observed = GitHubAPI(transport: transport).getUser("trentm").record(afterEach: self)
    expect(observed.event).to(
      beSuccess(GitHubUser(login: "trentm", name: "Trent Mick", email: nil, followers: 229, following: 4)))
  }
}
