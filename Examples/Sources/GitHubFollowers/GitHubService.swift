public import Net
import NetStream
public import Stream

/// A user as a list of followers names one.
public struct Follower: Codable, Hashable, Sendable {
  public var login: String

  public init(login: String) { self.login = login }
}

/// A user in full.
public struct User: Codable, Hashable, Sendable {
  public var login: String
  public var name: String?
  public var followers: Int

  public init(login: String, name: String?, followers: Int) {
    self.login = login
    self.name = name
    self.followers = followers
  }
}

/// The part of GitHub's API that this program needs, over any network: a session, or a mock.
public struct GitHubService: Sendable {
  let network: any Networking

  public init(network: any Networking) { self.network = network }
}

// snippet: chain
extension GitHubService {
  public func user(_ login: String) -> Single<User> {
    network.stream.get("users/\(login)").object()
  }

  public func followers(
    of login: String, maxConcurrent: Int = 4, loaded: @escaping @Sendable (User) -> Void = { _ in }
  ) -> Single<[User]> {
    network.stream.get("users/\(login)/followers", parameters: ["per_page": 30])
      .pages(of: [Follower].self)
      .map { page in page.map { user($0.login).do(onSuccess: loaded) } }
      .concatMap { Single.zip($0, maxConcurrent: maxConcurrent) }
      .toArray()
      .map { pages in pages.flatMap { $0 } }
  }
}
// snippet.end
