import Foundation
import Net
import NetTesting
import Testing

private struct ArticleService: Sendable {
  let network: any Networking

  private struct Article: Decodable {
    var title: String
  }

  func title(of number: Int) async throws -> String {
    try await network.get("https://example.com/articles/\(number)").object(as: Article.self).title
  }
}

/// The samples of the article "Do my mocks lie".
@Suite struct ProvingMocksGuideTests {
  @Test func runningABodyAtEveryLevel() async throws {
    // snippet: levels
    let title = try await everyLevel { network in
      network.stub(.get("https://example.com/articles/{id}"), with: .json(["title": "Seven"]), times: 1)
      return try await ArticleService(network: network).title(of: 7)
    }
    // snippet.end
    #expect(title == "Seven")
  }

  @Test func failuresAreTheSame() async {
    // snippet: faults
    await #expect(throws: NetworkError.self) {
      try await everyLevel { network in
        network.stub(.get("/report"), with: .text("a long report").fault(.reset(after: .bodyBytes(6))))
        return try await network.get("/report").response(.string).result.get()
      }
    }
    // snippet.end
  }

  // snippet: arguments
  @Test(.netTesting, arguments: TestNetwork.Level.allCases)
  func loadsTheTitle(at level: TestNetwork.Level) async throws {
    let network = try TestNetwork(level, afterEach: .test)
    network.stub(.get("https://example.com/articles/{id}"), with: .json(["title": "Seven"]))
    #expect(try await ArticleService(network: network).title(of: 7) == "Seven")
  }
  // snippet.end

  @Test func ignoringFields() async throws {
    // snippet: ignoring
    try await everyLevel(ignoringHeaders: ["Idempotency-Key"]) { network in
      // snippet.end
      network.stub(.post("/orders"), with: .status(201))
      let headers: HTTPHeaders = ["Idempotency-Key": UUID().uuidString]
      try await network.post("/orders", headers: headers).response(.void).result.get()
    }
  }
}
