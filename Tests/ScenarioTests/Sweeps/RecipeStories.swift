import Foundation
import Net
import NetStream
import NetTesting

/// The client of the first day as stories.
extension SweptStory {
  private static let soup = Recipe(id: 1, title: "Soup", servings: 2)

  static let recipe = SweptStory("recipe") { network in
    network.stub(.get("/recipes/1"), with: .json(encodable: soup))
    return try await "\(RecipeService(network: network).recipe(1).value)"
  }

  static let pages = SweptStory("pages of recipes") { network in
    network.stub(
      .get("/recipes"), with: .json(encodable: RecipePage(recipes: [soup], next: "/recipes?page=2")))
    network.stub(
      .get("/recipes") && .query(contains: ["page": "2"]), with: .json(encodable: RecipePage(recipes: [soup]))
    )
    let recipes = try await RecipeService(network: network).all().toArray().value
    return "\(recipes)"
  }

  static let searchedRecipes = SweptStory("search for recipes") { network in
    network.stub(.get("/recipes"), with: .json(encodable: RecipePage(recipes: [soup])))
    return try await "\(RecipeService(network: network).search("so").value)"
  }

  static let creation = SweptStory("creation of a recipe") { network in
    network.stub(.post("/login"), with: .json(encodable: RecipeToken(access: "a", refresh: "r")))
    network.stub(.post("/recipes"), with: .json(encodable: soup))
    network.stub(.delete("/recipes/{id}"), with: .status(204))
    let service = RecipeService(network: network)
    let token = try await service.logIn(user: "ada", password: "x").value
    let recipe = try await service.create(soup).value
    try await service.delete(recipe.id).value
    return "\(token.access) \(recipe)"
  }

  static let files = SweptStory("photo and book") { network in
    network.stub(.post("/recipes/1/photo"), with: .status(204))
    network.stub(.get("/book.pdf"), with: .text("pages"))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: file) }
    let service = RecipeService(network: network)
    _ = try await service.upload(photo: Data(count: 10), of: 1).toArray().value
    return try await String(contentsOf: service.book(savedTo: file).value, encoding: .utf8)
  }
  .without(.bodies, because: "a book may be empty or HTML")

  /// A search on the main actor: two texts, of which the second is found.
  static let screen = SweptStory("search on the main actor") { network in
    network.stub(.get("/recipes"), with: .json(encodable: RecipePage(recipes: [soup])))
    let search = await MainActor.run {
      let search = RecipeSearch(service: RecipeService(network: network), scheduler: network.time)
      search.query.onNext("s")
      search.query.onNext("so ")
      return search
    }
    await network.settle()
    let (recipes, message) = await MainActor.run { (search.recipes, search.message) }
    if let message { throw NetworkError(.serialization(message)) }
    return "\(recipes)"
  }

  /// The session of the app, with a token that is refreshed.
  static let session = SweptStory("session with a token") { network in
    network.stub(.post("/refresh"), with: .json(encodable: RecipeToken(access: "new", refresh: "r2")))
    return try await refreshed(network)
  }
  .allowingDuplicates(
    because: "a refresh whose response is lost is sent again with the same token, because there is no other")

  /// Loads a recipe with a token that is refused, over a network with a stub for the refresh.
  @Sendable static func refreshed(_ network: SweepNetwork) async throws -> String {
    network.stub(.get("/recipes/1")) { request in
      request.headers["Authorization"] == "Bearer new" ? .json(encodable: soup) : .status(401)
    }
    let session = recipeSession(
      baseURL: URL(string: "https://recipes.example") ?? URL(filePath: "/"),
      token: RecipeToken(access: "old", refresh: "r"),
      transport: network.transport, timer: network.timer)
    let result = await session.get("recipes/1").response(.decodable(of: Recipe.self)).result
    // The refresh belongs to no request, so it outlives one that is cancelled.
    await network.settle()
    return try "\(result.get())"
  }
}
