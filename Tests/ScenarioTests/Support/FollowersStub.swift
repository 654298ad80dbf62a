import Foundation
import Net
import NetTesting

/// A user with sixty followers on three pages, for a server or a mock.
struct FollowersStub: Sendable {
  let logins: [String]
  /// The number of followers on a page.
  let pageSize: Int
  var detailDelay = Duration.zero

  init(count: Int = 60, pageSize: Int = 20) {
    logins = (1...count).map { "follower-\($0)" }
    self.pageSize = pageSize
  }

  struct Route: Sendable {
    let matcher: RequestMatcher
    let respond: @Sendable (RecordedRequest) -> StubResponse
  }

  var routes: [Route] {
    [
      Route(matcher: .get("/users/{login}")) { [detailDelay] request in
        .json([
          "login": .string(request.url.lastPathComponent), "name": .null,
          "followers": .integer(Int64(request.url.lastPathComponent.count)),
        ]).delay(detailDelay)
      },
      Route(matcher: .get("/users/octavia/followers"), respond: page),
    ]
  }

  @Sendable private func page(_ request: RecordedRequest) -> StubResponse {
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let start = query.first { $0.name == "start" }?.value.flatMap { Int($0) } ?? 0
    let page = StubResponse.json(
      .array(logins.dropFirst(start).prefix(pageSize).map { ["login": .string($0)] }))
    guard start + pageSize < logins.count else { return page }
    return page.header("Link", "</users/octavia/followers?start=\(start + pageSize)>; rel=\"next\"")
  }
}
