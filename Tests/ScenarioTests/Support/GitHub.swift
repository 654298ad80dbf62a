import Foundation
import Net
import NetStream
import NetTesting
import Stream

/// The user in S5 and S6.
struct GitHubUser: Decodable, Equatable, Sendable {
  var login: String
  var name: String?
  var email: String?
  var hireable: Bool?
  var bio: String?
  var followers: Int
  var following: Int
}

/// A user's own service, which takes a transport.
struct GitHubAPI: Sendable {
  let network: NetworkSession

  init(transport: any Transport, timer: any NetworkTimer = DispatchTimer()) {
    network = NetworkSession(transport: transport, timer: timer)
  }

  func getUser(_ username: String) -> Single<GitHubUser> {
    network.stream.get("https://api.github.com/users/\(username)").object()
  }
}

extension StubResponse {
  /// The fixture of S5.
  static var trentm: StubResponse { .fixture("github-user-trentm.json", in: .module) }
}
