import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing
import XCTest

/// The samples of the article "Mocks".
@Suite struct MocksGuideTests {
  private struct User: Codable, Equatable, Sendable { var name: String }

  private struct Page: Codable, Equatable, Sendable {
    var number: Int

    init(_ number: Int) { self.number = number }
  }

  private let transport = MockTransport()

  private func send(
    _ method: HTTPMethod, _ path: String, _ content: RequestContent? = nil, headers: HTTPHeaders = [:]
  ) async -> DataResponse<String> {
    var configuration = SessionConfiguration()
    configuration.redirects = .refuse
    let network = NetworkSession(configuration: configuration, transport: transport)
    let description = RequestDescription(
      "https://h\(path)", method: method, headers: headers, content: content)
    return await network.request(description).response(.string)
  }

  // snippet: values
  @Test(.netTesting) func searches() {
    let network = NetworkingMock(afterEach: .test)
    network.mockResponse(.success(TweetsResponse()))
    let got = Captured<Result<TweetsResponse, NetworkError>>()

    TwitterAPIService(network: network).searchTweets(q: "swift", responseCallback: got.set)

    expect(got.value).to(beSuccess())
    #expect(network.requestCallCount == 1)
    #expect(network.lastRequest?.url == "https://search.twitter.com/1")
    #expect(network.lastRequest?.parameters["q"] as? String == "swift")
  }
  // snippet.end

  @Test(.netTesting) func stubbingRoutes() async throws {
    let network = NetworkingMock(afterEach: .test)
    let (id, name) = (7, "net")
    // snippet: stubs
    network.stub(.get("https://api.github.com/users/{username}"), with: User(name: "Trent"))
    network.stub(.get("/page"), withSequence: [Page(1), Page(2)])
    network.stub(.get("/users/{id}"), respondingWith: { request in User(name: request.url.path) })
    network.stub(.get("/user"), with: .json(["name": "Trent"]).header("ETag", "1"))
    network.stub(.get("/repository"), with: .json(["id": id, "name": name, "fork": false]))
    network.stub(.get("/me"), with: .json(encodable: User(name: name)))
    network.stub(.get("/down"), with: .failure(URLError(.timedOut)))
    // snippet.end
    let pages = [
      try await network.get("/page").object(as: Page.self),
      try await network.get("/page").object(as: Page.self),
    ]
    #expect(pages == [Page(1), Page(2)])
    #expect(try await network.get("/users/7").object(as: User.self).name == "/users/7")
    let user = await network.get("/user").response(.decodable(of: User.self))
    #expect(user.value == User(name: "Trent"))
    #expect(user.response?.headers["ETag"] == "1")
    #expect(try await network.get("/repository").json() == ["id": 7, "name": "net", "fork": false])
    #expect(try await network.get("/me").object(as: User.self).name == "net")
    let down = await network.get("/down").response(.decodable(of: User.self))
    #expect((down.error?.underlyingError as? URLError)?.code == .timedOut)
  }

  @Test(.netTesting) func valuesInASequenceOfResponses() async throws {
    let timer = TestScheduler()
    // snippet: value-responses
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy()]
    let network = NetworkingMock(configuration: configuration, timer: timer, afterEach: .test)
    network.stub(
      .get("/user"), withSequence: [.status(503), .value(User(name: "Trent")).delay(.seconds(1))])
    // snippet.end
    let got = Captured<DataResponse<User>>()
    network.get("/user").responseObject(completionHandler: got.set)
    timer.advance(by: .seconds(60))
    #expect(got.value?.value == User(name: "Trent"))
    #expect(network.requestCount == 2)
    #expect(network.requestCallCount == 1)
  }

  @Test(.netTesting) func matchingRequests() async {
    // snippet: which
    transport.stub(.post("/todos") && .json(contains: ["title": "Milk"]), with: .status(201))
    transport.stub(.post("/login") && .form(equals: ["user": "dasdom"]), with: .json(["token": "1"]))
    transport.stub(.post("/photos") && .multipart(part: "title", text: "Sunset"), with: .status(201))
    transport.stub(.get("/search") && .query(contains: ["q": "tea"]), with: .json([]))
    transport.stub(.pathMatching("/users/[0-9]+") && !.header("Authorization"), with: .status(401))
    transport.stub(.get("/old"), with: .redirect(to: "/new"))
    // snippet.end
    let todo = await send(.post, "/todos", .json(["title": "Milk", "done": false]))
    #expect(todo.response?.status == 201)
    let login = await send(.post, "/login", .data(Data("user=dasdom".utf8), contentType: formType))
    #expect(login.value == #"{"token":"1"}"#)
    var form = MultipartFormData()
    form.append("Sunset", name: "title")
    let photo = await NetworkSession(transport: transport).post("https://h/photos", multipart: form)
      .response(.string)
    #expect(photo.response?.status == 201)
    #expect(await send(.get, "/search?page=1&q=tea").value == "[]")
    #expect(await send(.get, "/users/7").response?.status == 401)
    #expect(await send(.get, "/old").response?.headers["Location"] == "/new")
  }

  private let formType = "application/x-www-form-urlencoded"

  @Test(.netTesting) func respondingLikeAServer() async throws {
    let film = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mov")
    try Data("0123456789".utf8).write(to: film)
    defer { try? FileManager.default.removeItem(at: film) }
    let scheduler = TestScheduler()
    let transport = MockTransport(timer: scheduler)
    let cart = StubScenario("cart", state: "empty")
    // snippet: responses
    transport.stub(.get("/user"), with: .raw("HTTP/1.1 200 OK\nContent-Type: application/json\n\n{}"))
    transport.stub(.get("/log"), with: .stream(["one", "two", "three"], every: .seconds(1)))
    transport.stub(.get("/ticks"), with: .events([ServerSentEvent("1", id: "a"), ServerSentEvent("2")]))
    transport.stub(.get("/film"), with: .file(film).acceptingRanges().throttle(bytesPerSecond: 1_000_000))
    transport.stub(.get("/flaky"), with: .text("hello").fault(.reset(after: .bodyBytes(2))))
    transport.stub(.post("/cart") && .scenario(cart, in: "empty", then: "full"), with: .status(201))
    // snippet.end
    let network = NetworkSession(transport: transport, timer: scheduler).stream
    func record(_ request: StreamRequest) -> SingleRecording<String> {
      let recording = request.string().record(afterEach: .test)
      scheduler.advance(by: .seconds(2))
      return recording
    }
    expect(record(network.get("https://h/user")).event).to(beSuccess("{}"))
    expect(record(network.get("https://h/log")).event).to(beSuccess("onetwothree"))
    expect(record(network.get("https://h/ticks")).event).to(beSuccess("data: 1\nid: a\n\ndata: 2\n\n"))
    expect(record(network.get("https://h/film").header("Range", "bytes=4-")).event).to(beSuccess("456789"))
    expect(record(network.get("https://h/flaky")).event).to(beFailure(with: .transport(.body)))
    expect(record(network.post("https://h/cart")).event).to(beSuccess())
    #expect(cart.state == "full")
  }
}

final class MocksGuideBytesTests: XCTestCase {
  func testRespondingWithBytes() async throws {
    // snippet: bytes
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("/users/{username}"), with: .fixture("github-user-trentm.json", in: .module))
    transport.stub(.get("/users/{username}"), with: .status(503), times: 1)
    let network = NetworkSession(transport: transport)
    // snippet.end
    let unavailable = await network.get("https://api.github.com/users/trentm").response(.data)
    XCTAssertEqual(unavailable.response?.status, 503)
    let user = try await network.get("https://api.github.com/users/trentm").object(as: GitHubUser.self)
    XCTAssertEqual(user.login, "trentm")
  }
}
