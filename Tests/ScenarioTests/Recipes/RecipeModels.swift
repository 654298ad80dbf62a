import Foundation
import NetStream

struct Recipe: Codable, Equatable, Sendable {
  var id: Int
  var title: String
  var servings: Int
}

struct RecipePage: Codable, Equatable, Sendable {
  var recipes: [Recipe]
  var next: String?
}

struct RecipeToken: Codable, Equatable, Sendable {
  var access: String
  var refresh: String
}

/// What the service says about a request that it refuses.
struct RecipeProblem: Codable, Equatable, Sendable {
  var code: String
  var message: String
}

enum RecipeError: Error, Equatable {
  case notFound
  case refused(RecipeProblem)
  case other(NetworkError.Reason)
}
