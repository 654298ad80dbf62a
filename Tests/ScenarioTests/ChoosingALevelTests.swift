import Foundation
import Net
import NetStream
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Article: Codable, Equatable, Sendable {
  var title: String
}

/// Code that creates its own session and does not know this package.
private struct ArticleLoader {
  let session: URLSession

  init(configuration: URLSessionConfiguration = .default) {
    session = URLSession(configuration: configuration)
  }

  func title(of number: Int) async throws -> String {
    guard let url = URL(string: "https://example.com/articles/\(number)") else { throw URLError(.badURL) }
    let (data, _) = try await session.data(from: url)
    return try JSONDecoder().decode(Article.self, from: data).title
  }
}

/// The samples of the article "Choosing a level".
@Suite struct ChoosingALevelTests {
  private func title(_ network: any Networking, at base: String) async throws -> String {
    try await network.get("\(base)/articles/7").object(as: Article.self).title
  }

  @Test(.netTesting) func theSameStubAtEachLevel() async throws {
    // snippet: levels
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/articles/{id}"), with: .json(["title": "Seven"]))

    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/articles/{id}"), with: .json(["title": "Seven"]))

    let stubs = URLStubs(afterEach: .test)
    stubs.stub(.get("/articles/{id}"), with: .json(["title": "Seven"]))

    let server = MockServer(afterEach: .test)
    server.stub(.get("/articles/{id}"), with: .json(["title": "Seven"]))
    // snippet.end

    try server.start()
    let loader = ArticleLoader(configuration: StubURLProtocol.configuration(stubs))
    let titles = [
      try await title(network, at: "https://example.com"),
      try await title(NetworkSession(transport: transport), at: "https://example.com"),
      try await loader.title(of: 7),
      try await title(NetworkSession(), at: server.baseURL.absoluteString),
    ]
    #expect(titles == ["Seven", "Seven", "Seven", "Seven"])
  }

  // snippet: session
  @Test(.netTesting) func loadsTheTitle() async throws {
    let stubs = URLStubs(afterEach: .test)
    stubs.stub(.get("https://example.com/articles/{id}"), with: .json(["title": "Seven"]), times: 1)

    let loader = ArticleLoader(configuration: StubURLProtocol.configuration(stubs))
    #expect(try await loader.title(of: 7) == "Seven")
  }
  // snippet.end
}
