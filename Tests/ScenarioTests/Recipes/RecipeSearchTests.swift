import Foundation
import NetStream
import NetTesting
import XCTest

@MainActor final class RecipeSearchTests: XCTestCase {
  private let soup = Recipe(id: 1, title: "Soup", servings: 2)

  // snippet: virtual
  func testOnlyTheLastTextIsSearched() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(
      .get("/recipes") && .query(contains: ["q": "so"]), with: RecipePage(recipes: [soup]), times: 1)
    let scheduler = TestScheduler()
    let search = RecipeSearch(service: RecipeService(network: network), scheduler: scheduler)

    search.query.onNext("s")
    search.query.onNext("so ")
    scheduler.advance(by: .milliseconds(300))

    await expect(search.recipes).toEventually(equal([soup]))
  }
  // snippet.end

  func testAFailureIsShownAndTheNextSearchRuns() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/recipes") && .query(contains: ["q": "a"]), with: .status(500))
    network.stub(.get("/recipes") && .query(contains: ["q": "b"]), with: RecipePage(recipes: [soup]))
    let scheduler = TestScheduler()
    let search = RecipeSearch(service: RecipeService(network: network), scheduler: scheduler)
    search.query.onNext("a")
    scheduler.advance(by: .milliseconds(300))
    await expect(search.message).toEventually(contain("500"))
    search.query.onNext("b")
    scheduler.advance(by: .milliseconds(300))
    await expect(search.recipes).toEventually(equal([soup]))
    expect(search.message).to(beNil())
  }

  func testAnEmptyTextSendsNothing() async {
    let network = NetworkingMock(afterEach: self)
    let scheduler = TestScheduler()
    let search = RecipeSearch(service: RecipeService(network: network), scheduler: scheduler)
    search.query.onNext("  ")
    scheduler.advance(by: .milliseconds(300))
    expect(network.requests).to(beEmpty())
    expect(search.recipes).to(beEmpty())
  }
}
