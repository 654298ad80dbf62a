import Foundation
import Net
import NetTesting
import Testing

/// The samples of the article "Handling cookies".
@Suite(.netTesting) struct CookieGuideTests {
  private let transport = MockTransport(afterEach: .test)

  @Test func aCookieOfAResponseIsSentWithTheNextRequest() async throws {
    transport.stub(.post("/login"), with: .status(204).header("Set-Cookie", "sid=1; HttpOnly; Secure"))
    transport.stub(.get("/profile") && .header("Cookie", equals: "sid=1"), with: .json(["name": "Ada"]))
    // snippet: jar
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    configuration.cookies = CookieJar()
    // snippet.end
    let network = NetworkSession(configuration: configuration, transport: transport)
    try await network.post("login").void()
    let profile = try await network.get("profile").object(as: Profile.self)
    #expect(profile.name == "Ada")
  }

  @Test func aCookieForALoadedPublicSuffixIsRejected() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "suffixes-\(UUID().uuidString)")
    try Data("// ===BEGIN PRIVATE DOMAINS===\npages.example\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // snippet: suffixes
    let suffixes = try PublicSuffixList(contentsOf: file)
    let jar = CookieJar(publicSuffixes: suffixes)
    // snippet.end
    let url = try #require(URL(string: "https://ada.pages.example/"))
    jar.store(
      ResponseHead(status: 200, headers: ["Set-Cookie": "a=1; Domain=pages.example", "set-cookie": "b=2"]),
      from: url)
    #expect(jar.cookies.map(\.name) == ["b"])
    #expect(suffixes.isPublicSuffix("pages.example"))
  }

  @Test func savedCookiesAreInsertedIntoANewJar() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let jar = CookieJar()
    jar.insert([Cookie(name: "sid", value: "1", domain: "example.com")])
    let nextJar = CookieJar()
    // snippet: keep
    try JSONEncoder().encode(jar.cookies).write(to: file, options: .atomic)
    // …and the next time:
    nextJar.insert(try JSONDecoder().decode([Cookie].self, from: Data(contentsOf: file)))
    // snippet.end
    #expect(nextJar.cookies.map(\.name) == ["sid"])
  }
}
