import Foundation
import Net
import NetTesting
import Testing
import XCTest

final class S6_GitHubUserFailsTests: XCTestCase {
  private let error = NSError(domain: "Describe your error here", code: 404)

  private func failing() -> SingleRecording<GitHubUser> {
    let transport = MockTransport()
    transport.stub(.get("https://api.github.com/users/{username}"), with: .failure(error))
    return GitHubAPI(transport: transport).getUser("trentm").record(afterEach: self)
  }

  func test_S6_theSingleFailsWithANetworkError() {
    let observed = failing()
    expect(observed.event).to(beFailure(with: NetworkError.self))
  }

  func test_S6_theDomainCanBeRead() throws {
    let arrived = try XCTUnwrap(failing().error as? NetworkError)
    XCTAssertEqual(try XCTUnwrap(arrived.underlyingError as NSError?).domain, "Describe your error here")
  }

  func test_S6_theCodeCanBeRead() throws {
    let arrived = try XCTUnwrap(failing().error as? NetworkError)
    XCTAssertEqual(try XCTUnwrap(arrived.underlyingError as NSError?).code, 404)
  }

  func test_S6_theMatcherAcceptsTheErrorItself() {
    let observed = failing()
    expect(observed.event).to(beFailure(with: error))
  }
}
