import Foundation
import NetStream
import NetTesting
import XCTest

/// A client written as a user of RxSwift, Alamofire and Nimble would write it (Documentation/FirstDay.md).
final class RecipeServiceTests: XCTestCase {
  private let soup = Recipe(id: 1, title: "Soup", servings: 2)

  // snippet: value
  func testARecipeIsDecoded() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/recipes/1"), with: soup)

    let recipe = RecipeService(network: network).recipe(1).record(afterEach: self)

    expect(recipe.value) == soup
    expect(recipe.value?.title).to(beginWith("So"))
  }
  // snippet.end

  // snippet: error
  func testAMissingRecipeIsNotFound() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/recipes/1"), with: .status(404))

    let recipe = RecipeService(network: network).recipe(1).record(afterEach: self)

    expect(recipe.error).to(matchError(RecipeError.notFound))
  }

  func testARefusedRecipeKeepsTheProblem() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/recipes"), with: .json(["code": "title", "message": "taken"]).status(422))

    let created = RecipeService(network: network).create(soup).record(afterEach: self)

    let problem = RecipeProblem(code: "title", message: "taken")
    expect(created.event).to(beFailure(with: RecipeError.refused(problem)))
  }
  // snippet.end

  func testAnotherFailureKeepsItsReason() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/recipes"), with: .failure(URLError(.notConnectedToInternet)))
    let created = RecipeService(network: network).create(soup).record(afterEach: self)
    expect(created.error).to(matchError(RecipeError.self))
    expect(created.error as? RecipeError).toNot(beNil())
  }

  // snippet: sent
  func testTheLogInIsSentAsJSON() {
    let network = NetworkingMock(afterEach: self)
    network.stub(
      .post("/login") && .json(equals: ["user": "ada", "password": "x"]),
      with: RecipeToken(access: "a", refresh: "r"))

    let token = RecipeService(network: network).logIn(user: "ada", password: "x").record(afterEach: self)

    expect(token.value?.access) == "a"
    expect(network.requests).to(haveCount(1))
    expect(network.requests).to(containElementSatisfying { $0.method == .post })
  }
  // snippet.end

  func testPagesEndAfterTheLast() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.uri("/recipes?page=2"), with: RecipePage(recipes: [], next: nil))
    network.stub(.get("/recipes"), with: RecipePage(recipes: [soup], next: "/recipes?page=2"), times: 1)
    let pages = RecipeService(network: network).all().record(afterEach: self)
    expect(pages.values) == [[soup], []]
    expect(pages.isCompleted).to(beTrue())
  }

  func testAPhotoIsUploadedAndARecipeDeleted() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/recipes/1/photo"), with: .status(204))
    network.stub(.delete("/recipes/1"), with: .status(204))
    let service = RecipeService(network: network)
    let photo = service.upload(photo: Data(count: 10), of: 1).record(afterEach: self)
    expect(photo.isCompleted).to(beTrue())
    expect(service.delete(1).record(afterEach: self).event).to(beSuccess())
  }

  func testABookIsSavedToTheFile() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: file) }
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/book.pdf"), with: .text("pages"))
    let book = RecipeService(network: network).book(savedTo: file).record(afterEach: self)
    expect(book.value) == file
    expect(try String(contentsOf: file, encoding: .utf8)) == "pages"
  }
}
