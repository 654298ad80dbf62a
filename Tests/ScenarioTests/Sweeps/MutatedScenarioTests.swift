import Foundation
import Net
import NetStream
import NetTesting
import TestSupport
import Testing

/// The clients of the scenarios survive every change of the JSON that they decode.
@Suite(.heavy) struct MutatedScenarioTests {
  /// A response of a scenario, and the code that decodes it.
  struct Decoded: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var matcher: RequestMatcher
    var response: StubResponse
    var run: @Sendable (SweepNetwork) async throws -> Void
  }

  private static let soup = #"{"id": 1, "title": "Soup", "servings": 2}"#
  private static let token = StubResponse.json(#"{"access": "new", "refresh": "r2"}"#)

  static let all = [
    Decoded(
      testDescription: "S2 and S3, tweets", matcher: .get("https://search.twitter.com/1"),
      response: .json(#"{"statuses": ["one"]}"#)
    ) { _ = try await TwitterAPIService(network: $0).searchTweets(q: "x").value },
    Decoded(
      testDescription: "S4, login", matcher: .get("https://awesometodos.com/login"),
      response: .json(#"{"token": "1"}"#)
    ) { _ = try await LoginService(network: $0).loginUser("ada", "x").value },
    Decoded(
      testDescription: "S5, user", matcher: .get("https://api.github.com/users/{username}"),
      response: .data(trentm, headers: ["Content-Type": "application/json"])
    ) { network in
      _ = try await GitHubAPI(transport: network.transport, timer: network.timer).getUser("trentm").value
    },
    Decoded(
      testDescription: "S15, list", matcher: .get("/items"), response: .json(#"["page 1"]"#)
    ) { network in
      let app = AppStart(
        .memory(limit: 1 << 20), over: network.transport, timer: network.timer, at: NetworkingMock.baseURL)
      _ = try await app.page(1).toArray().value
    },
    Decoded(
      testDescription: "S16, login of the chat", matcher: .post("/login"),
      response: .json(#"{"token": "t0ken"}"#)
    ) { _ = try await SweptStory.said($0) },
    Decoded(testDescription: "recipe", matcher: .get("/recipes/1"), response: .json(soup)) {
      _ = try await RecipeService(network: $0).recipe(1).value
    },
    Decoded(
      testDescription: "pages of recipes", matcher: .get("/recipes"),
      response: .json(#"{"recipes": [\#(soup)], "next": null}"#)
    ) { _ = try await RecipeService(network: $0).all().take(20).toArray().value },
    Decoded(
      testDescription: "search for recipes", matcher: .get("/recipes"),
      response: .json(#"{"recipes": [\#(soup)], "next": null}"#)
    ) { _ = try await RecipeService(network: $0).search("so").value },
    Decoded(testDescription: "token", matcher: .post("/login"), response: token) {
      _ = try await RecipeService(network: $0).logIn(user: "ada", password: "x").value
    },
    Decoded(testDescription: "created recipe", matcher: .post("/recipes"), response: .json(soup)) {
      _ = try await RecipeService(network: $0).create(Recipe(id: 1, title: "Soup", servings: 2)).value
    },
    Decoded(testDescription: "refreshed token", matcher: .post("/refresh"), response: token) {
      _ = try await SweptStory.refreshed($0)
    },
  ]

  private static var trentm: Data {
    let file = Bundle.module.url(
      forResource: "github-user-trentm", withExtension: "json", subdirectory: "Fixtures")
    return file.flatMap { try? Data(contentsOf: $0) } ?? Data()
  }

  @Test(arguments: all) func noMutationIsAFalseAlarm(decoded: Decoded) async throws {
    let report = try await everyMutation(of: decoded.matcher, with: decoded.response, in: decoded.run)
      .report(NetworkError.self, RecipeError.self)
    #expect(report.isPassed, "\(report.text)")
    #expect(report.runs > 10)
  }
}
