import Foundation
import NetStream
import NetTesting
import XCTest

final class RecipeSessionTests: XCTestCase {
  // snippet: refresh
  func testAnExpiredTokenIsRefreshedOnce() async throws {
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("/recipes/1") && .header("Authorization", equals: "Bearer old"), with: .status(401))
    transport.stub(
      .post("/refresh"), with: .json(encodable: RecipeToken(access: "new", refresh: "r")), times: 1)
    transport.stub(
      .get("/recipes/1") && .header("Authorization", equals: "Bearer new"),
      with: .json(encodable: Recipe(id: 1, title: "Soup", servings: 2)))
    let baseURL = try XCTUnwrap(URL(string: "https://recipes.example"))
    let network = recipeSession(
      baseURL: baseURL, token: RecipeToken(access: "old", refresh: "r"), transport: transport)

    let recipe = try await RecipeService(network: network).recipe(1).value

    expect(recipe.title) == "Soup"
    expect(transport.requests.map(\.method)) == [.get, .post, .get]
  }
  // snippet.end

  func testARefreshAdvancesWithVirtualTime() throws {
    let time = TestScheduler()
    let transport = MockTransport(timer: time, afterEach: self)
    transport.stub(.get("/recipes/1") && .header("Authorization", equals: "Bearer old"), with: .status(401))
    transport.stub(
      .post("/refresh"),
      with: .json(encodable: RecipeToken(access: "new", refresh: "r")).delay(.seconds(2)))
    transport.stub(
      .get("/recipes/1") && .header("Authorization", equals: "Bearer new"),
      with: .json(encodable: Recipe(id: 1, title: "Soup", servings: 2)))
    let baseURL = try XCTUnwrap(URL(string: "https://recipes.example"))
    let network = recipeSession(
      baseURL: baseURL, token: RecipeToken(access: "old", refresh: "r"), transport: transport, timer: time)

    let recipe = RecipeService(network: network).recipe(1).record(afterEach: self)

    expect(recipe.value?.title).toEventually(equal("Soup"), advancing: time)
    expect(time.now) == .seconds(2)
  }
}
