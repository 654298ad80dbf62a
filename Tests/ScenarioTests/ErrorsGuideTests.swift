import Foundation
import Net
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Problem: Decodable {
  var title: String
}

private enum Screen {
  // snippet: message
  /// What the user reads about an error; nil if nothing needs to be said.
  static func message(for error: any Error) -> String? {
    guard let error = error as? NetworkError else {
      return error is CancellationError ? nil : "Something went wrong."
    }
    if error.reason == .cancelled { return nil }
    if error.isOffline { return "You are offline." }
    if error.isTimeout { return "The server takes too long." }
    if let problem = try? error.decodeBody(as: Problem.self) { return problem.title }
    switch error.reason {
    case .validation(.statusCode(404)): return "This does not exist any more."
    case .validation(.statusCode(500...)): return "The server has a problem."
    case .serialization, .validation(.contentType): return "This version of the app cannot read the response."
    default: return "Something went wrong."
    }
  }
  // snippet.end
}

/// The code of the guide to errors, compiled and run.
@Suite(.netTesting) struct ErrorsGuideTests {
  // snippet: test
  @Test(arguments: [
    (StubResponse.failure(URLError(.notConnectedToInternet)), "You are offline."),
    (.failure(URLError(.timedOut)), "The server takes too long."),
    (.failure(NetworkError(.timeout(.idle))), "The server takes too long."),
    (.json(["title": "Sold out"]).header("Content-Type", "application/problem+json").status(409), "Sold out"),
    (.status(404), "This does not exist any more."),
    (.status(503), "The server has a problem."),
    (.json(["name": 7]), "This version of the app cannot read the response."),
    (.text("<html>"), "This version of the app cannot read the response."),
    (.status(418), "Something went wrong."),
  ])
  func theUserReads(_ response: StubResponse, _ expected: String) async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/profile"), with: response)
    let error = await network.get("/profile").response(.decodable(of: Profile.self)).error
    #expect(Screen.message(for: try #require(error)) == expected)
  }
  // snippet.end

  @Test func nothingIsSaidOfACancellation() async throws {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    network.stub(.get("/profile"), with: Profile(name: "Ada"))
    let task = Task { try await network.get("/profile").object(as: Profile.self) }
    await expect(network.pending.count).toEventually(equal(1))
    task.cancel()
    let error = await #expect(throws: CancellationError.self) { try await task.value }
    #expect(Screen.message(for: try #require(error)) == nil)
    #expect(Screen.message(for: NetworkError(.cancelled)) == nil)
  }
}
