import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The API that the article "Coming from Mockingjay, …" lists, each part used once.
@Suite(.netTesting) struct ComingFromOthersTests {
  private struct Refused: Error {}

  private let body: JSONValue = ["name": "Trent"]
  private let transport = MockTransport()

  private func status(_ method: HTTPMethod, _ path: String, _ body: Data? = nil) async -> Int? {
    let network = NetworkSession(transport: transport)
    let description = RequestDescription(
      "https://h\(path)", method: method, headers: ["A": "1"],
      content: body.map { .data($0, contentType: "application/json") })
    return await network.request(description).response(.data).response?.status
  }

  @Test func equivalentsOfMockingjay() async {
    transport.stub(.everything, with: .failure(Refused()))
    transport.stub(.get("/users/{name}"), with: .json(body))
    transport.stub(.uri("/pages{?page}"), with: .data(Data("1".utf8)))
    transport.stub(RequestMatcher("says what") { request in request.method == .put }, with: .status(404))
    transport.stub(.post("/echo")) { request in .data(request.body).status(202) }
    #expect(await status(.get, "/users/trentm") == 200)
    #expect(await status(.get, "/pages?page=2") == 200)
    #expect(await status(.put, "/any") == 404)
    #expect(await status(.post, "/echo") == 202)
    #expect(await status(.delete, "/any") == nil)
  }

  @Test func equivalentsOfOHHTTPStubs() async {
    transport.stub(
      .host("h") && .path("/a") && .method(.post) && .scheme("https") && .pathPrefix("/a")
        && .query(contains: ["q": "1"]) && .header("A", equals: "1") && .json(equals: body),
      with: .json(body).status(201).header("A", "1"))
    #expect(await status(.post, "/a?q=1", Data(#"{"name": "Trent"}"#.utf8)) == 201)
  }

  @Test func equivalentsOfMocker() async throws {
    let stubs = URLStubs(afterEach: .test)
    stubs.stub(.get("https://h/a"), with: .json(#"{"name": "Trent"}"#), times: 1)
    stubs.stub(.get("https://h/b"), with: .failure(URLError(.timedOut)))
    let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
    let url = try #require(URL(string: "https://h/a"))
    #expect(String(decoding: try await session.data(from: url).0, as: UTF8.self) == #"{"name": "Trent"}"#)
    let slow = try #require(URL(string: "https://h/b"))
    let error = await #expect(throws: URLError.self) { try await session.data(from: slow) }
    #expect(error?.code == .timedOut)
    #expect(stubs.requests.map(\.url) == [url, slow])
  }

  @Test func equivalentsOfMockWebServer() async throws {
    let server = MockServer(afterEach: .test)
    server.enqueue(.text("a").status(201).addingHeader("A", "1"))
    server.stub(.get("/a"), with: .text("b"))
    server.stub(.get("/closed"), with: .fault(.close))
    try server.start()
    let network = NetworkSession()
    let url = server.baseURL.appending(path: "a").absoluteString
    #expect(try await network.get(url).string() == "a")
    #expect(try await network.get(url).string() == "b")
    #expect(try await server.takeRequest().url.path == "/a")
    #expect(server.requestCount == 2)
    await #expect(throws: NetworkError.self) {
      try await network.get(server.baseURL.appending(path: "closed").absoluteString).void()
    }
  }

  @Test func equivalentsOfRxTest() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let result = scheduler.start(created: 100, subscribed: 200, disposed: 1000) { source.map { $0 * 2 } }
    #expect(result.events == [.next(210, 2), .completed(300)])
    #expect(Single.just(1).record(afterEach: .test).value == 1)
  }

  @Test func equivalentsOfNimble() {
    expect(1).to(equal(1))
    expect(1).toNot(equal(2))
    expect(Int?.none).to(beNil())
    expect(Result<Int, any Error>.failure(Refused())).to(beFailure())
  }

  @Test func equivalentsOfNimbleOperators() {
    let numbers = [1, 2]
    expect(numbers) == [1, 2]
    expect(numbers.first) == 1
    expect(numbers.first) != nil
    expect(numbers.count) != 3
    expect(numbers.count) < 3
    expect(numbers.count) >= 2
    expect(numbers).notTo(beEmpty())
    expect(numbers).to(haveCount(2))
    expect(numbers).to(contain(2))
    expect(numbers.isEmpty).to(beFalse())
    expect(try self.refuse()).to(throwError(Refused.self))
  }

  private func refuse() throws -> Int { throw Refused() }

  @Test func equivalentsOfScout() async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/a"), with: "always")
    network.stub(.get("/a"), with: "once", times: 1)
    #expect(try await network.get("/a").string() == "once")
    #expect(try await network.get("/a").string() == "always")
    network.verify()
  }
}
