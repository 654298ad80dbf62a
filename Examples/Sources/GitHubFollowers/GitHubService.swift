public import Net
import NetStream
public import Stream

/// A user in a list of followers.
public struct Follower: Codable, Hashable, Sendable {
  /// The login, with which to request the details.
  public var login: String

  /// Creates a follower with a login.
  public init(login: String) { self.login = login }
}

/// A user with all details.
public struct User: Codable, Hashable, Sendable {
  /// The unique login.
  public var login: String
  /// The name to display, if there is one.
  public var name: String?
  /// The number of followers.
  public var followers: Int

  /// Creates a user.
  public init(login: String, name: String?, followers: Int) {
    self.login = login
    self.name = name
    self.followers = followers
  }
}

/// The part of GitHub's API that this program needs, over any network: a session or a mock.
public struct GitHubService: Sendable {
  let network: any Networking

  /// Creates a service on a session or a mock.
  public init(network: any Networking) { self.network = network }
}

// snippet: chain
extension GitHubService {
  /// The details of one user.
  public func user(_ login: String) -> Single<User> {
    network.stream.get("users/\(login)").object()
  }

  /// The details of all who follow a user, in order.
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
