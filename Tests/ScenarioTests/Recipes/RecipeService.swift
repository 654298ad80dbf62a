import Foundation
import NetStream

struct RecipeService: Sendable {
  let network: any Networking

  // snippet: requests
  func logIn(user: String, password: String) -> Single<RecipeToken> {
    network.stream.post("login", parameters: ["user": user, "password": password], encoding: .json)
      .unauthenticated()
      .object()
  }

  func recipe(_ id: Int) -> Single<Recipe> {
    network.stream.get("recipes/\(id)").object().mapError { error in
      (error as? NetworkError)?.response?.status == 404 ? RecipeError.notFound : error
    }
  }

  func search(_ text: String) -> Single<[Recipe]> {
    network.stream.get("recipes", parameters: ["q": text, "limit": 20])
      .object(as: RecipePage.self)
      .map(\.recipes)
  }

  func delete(_ id: Int) -> Single<Void> {
    network.stream.delete("recipes/\(id)").void()
  }
  // snippet.end

  // snippet: pages
  func all() -> Observable<[Recipe]> {
    network.stream.pages(of: RecipePage.self, first: network.stream.get("recipes")) { page, last in
      page.next.map { next in last.with { $0.url = next } }
    }
    .map(\.recipes)
  }
  // snippet.end

  // snippet: refused
  func create(_ recipe: Recipe) -> Single<Recipe> {
    network.stream.post("recipes", body: recipe).object().mapError { error in
      guard let error = error as? NetworkError else { return error }
      if let problem = try? error.decodeBody(as: RecipeProblem.self) { return RecipeError.refused(problem) }
      return RecipeError.other(error.reason)
    }
  }
  // snippet.end

  // snippet: files
  func upload(photo: Data, of id: Int) -> Observable<TransferEvent<Void>> {
    var form = MultipartFormData()
    form.append(photo, name: "photo", fileName: "photo.jpg", contentType: "image/jpeg")
    return network.stream.post("recipes/\(id)/photo", multipart: form).transfer(serializer: .void)
  }

  func book(savedTo file: URL) -> Single<URL> {
    network.stream.get("book.pdf").download(to: .file(file, options: .replaceExisting))
  }
  // snippet.end
}
