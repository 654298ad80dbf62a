import Foundation
import Net
import NetTesting

/// A local replacement for GitHub's API: one user, 64 followers on 3 pages, and a first page that is unavailable once.
public final class DemoServer: Sendable {
  /// The login of the only user besides the followers.
  public static let login = "octavia"

  /// The server, so that tests can inspect its requests and change its stubs.
  public let server: MockServer

  /// Starts the server, which is listening when this returns.
  ///
  /// - Parameter retryAfter: the seconds in the `Retry-After` of the unavailable page.
  /// - Throws: An error if the server cannot start.
  public init(retryAfter: Int = 1) throws {
    let server = MockServer()
    try server.start()
    self.server = server
    Self.stub(server, base: server.baseURL, retryAfter: retryAfter)
  }

  /// Stubs the API on a mock or a server.
  ///
  /// - Parameters:
  ///   - api: the mock.
  ///   - base: the base URL, for the links to further pages.
  ///   - followers: the number of followers, 64 at most.
  ///   - pageSize: the number of followers on a page.
  ///   - retryAfter: the seconds in the `Retry-After` of the unavailable page.
  public static func stub(
    _ api: some Stubbing, base: URL, followers: Int = 64, pageSize: Int = 24, retryAfter: Int
  ) {
    api.stub(.get("/users/{login}")) { request in
      let login = request.url.lastPathComponent
      return DemoData.user(login).map { .json($0) } ?? .json(["message": "Not Found"]).status(404)
    }
    let logins = Array(DemoData.followers.prefix(followers))
    api.stub(.get("/users/\(login)/followers")) { request in
      page(of: logins, size: pageSize, for: request, base: base)
    }
    api.stub(
      .get("/users/\(login)/followers"),
      with: StubResponse.json(["message": "Try again"]).status(503).header("Retry-After", "\(retryAfter)"),
      times: 1)
  }

  /// The base URL of the API.
  public var baseURL: URL { server.baseURL }

  /// Stops the server completely before it returns.
  public func stop() { server.stop() }

  private static func page(
    of logins: [String], size: Int, for request: RecordedRequest, base: URL
  ) -> StubResponse {
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let number = query.first { $0.name == "page" }?.value.flatMap { Int($0) } ?? 1
    let start = (number - 1) * size
    let page = StubResponse.json(.array(logins.dropFirst(start).prefix(size).map { ["login": .string($0)] }))
    guard start + size < logins.count else { return page }
    let next = base.appending(path: "users/\(login)/followers").appending(queryItems: [
      URLQueryItem(name: "page", value: "\(number + 1)")
    ])
    return page.header("Link", "<\(next.absoluteString)>; rel=\"next\"")
  }
}

/// Invented users, in the format of the API's responses.
enum DemoData {
  private static let given = ["Ada", "Bruno", "Chiara", "Dmitri", "Elif", "Femi", "Greta", "Haruki"]
  private static let family = ["Abel", "Berg", "Costa", "Dahl", "Endo", "Faye", "Gomez", "Hale"]

  /// The logins of all followers, in the order of the API.
  static let followers: [String] = given.flatMap { given in
    family.map { family in "\(given.lowercased())-\(family.lowercased())" }
  }

  /// Returns the JSON of a user, or nil if the login is unknown.
  static func user(_ login: String) -> JSONValue? {
    if login == DemoServer.login { return answer(login, id: 1, name: "Octavia Quill", followers: 64) }
    guard let index = followers.firstIndex(of: login) else { return nil }
    let name = "\(given[index / family.count]) \(family[index % family.count])"
    // Every ninth user has no name, as in real data.
    return answer(
      login, id: 100 + index, name: index % 9 == 4 ? nil : name, followers: (index * 37 + 11) % 101)
  }

  private static func answer(_ login: String, id: Int, name: String?, followers: Int) -> JSONValue {
    [
      "login": .string(login),
      "id": .integer(Int64(id)),
      "type": "User",
      "site_admin": false,
      "name": name.map(JSONValue.string) ?? .null,
      "company": .null,
      "email": .null,
      "bio": .null,
      "public_repos": .integer(Int64(id % 13)),
      "followers": .integer(Int64(followers)),
      "following": .integer(Int64(id % 7)),
      "created_at": "2020-02-29T12:00:00Z",
    ]
  }
}
