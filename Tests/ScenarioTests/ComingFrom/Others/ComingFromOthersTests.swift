import Foundation
import NetStream
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Refused: Error {}

/// The tables of libraries that stub `URLSession` on "Coming from Mockingjay, …".
@Suite(.netTesting) struct ComingFromOthersTests {
  private let body: JSONValue = ["name": "Trent"]
  private let stubs = MockTransport()

  private func send(_ method: HTTPMethod, _ path: String, _ body: Data? = nil) async -> DataResponse<Data> {
    let network = NetworkSession(transport: stubs)
    let description = RequestDescription(
      "https://h\(path)", method: method, headers: ["A": "1"],
      content: body.map { .data($0, contentType: "application/json") })
    return await network.request(description).response(.data)
  }

  private func request(_ url: String) throws -> RecordedRequest {
    RecordedRequest(method: .get, url: try #require(URL(string: url)))
  }

  private func status(_ method: HTTPMethod, _ path: String, _ body: Data? = nil) async -> Int? {
    await send(method, path, body).response?.status
  }

  @Test func mockingjay() async {
    let (error, data) = (Refused(), Data("1".utf8))
    // Row: stub(everything, failure(error))
    stubs.stub(.everything, with: .failure(error))
    #expect(await status(.delete, "/any") == nil)
    // Row: stub(http(.get, uri: "/users/{name}"), json(body))
    stubs.stub(.get("/users/{name}"), with: .json(body))
    #expect(await status(.get, "/users/trentm") == 200)
    // Row: stub(uri("/users{?page}"), jsonData(data))
    stubs.stub(.uri("/users{?page}"), with: .data(data))
    #expect(await status(.get, "/users?page=2") == 200)
    // Row: http(404), http(download: .content(data))
    let responses: [StubResponse] = [.status(404), .data(data)]
    stubs.stub(.get("/download"), withSequence: responses)
    #expect(await status(.get, "/download") == 404)
    #expect(await send(.get, "/download").value == data)
    // Row: content(.string("a")), Download.streamContent(data:inChunksOf:)
    let contents: [StubResponse] = [.text("a"), .stream(["a", "b"])]
    stubs.stub(.get("/content"), withSequence: contents)
    #expect(await send(.get, "/content").value == Data("a".utf8))
    #expect(await send(.get, "/content").value == Data("ab".utf8))
    // Row: a function (URLRequest) -> Bool
    let matcher = RequestMatcher("says what") { request in request.method == .put }
    stubs.stub(matcher, with: .status(404))
    #expect(await status(.put, "/any") == 404)
    // Row: a function (URLRequest) -> Response
    stubs.stub(.post("/echo")) { request in .data(request.body) }
    #expect(await send(.post, "/echo", data).value == data)
    // Row: removeStub(stub), removeAllStubs()
    stubs.stub(.get("/once"), with: .status(201), times: 1)
    #expect(await status(.get, "/once") == 201)
    #expect(await status(.get, "/once") == nil)
  }

  @Test func delays() async {
    let time = TestScheduler()
    let stubs = MockTransport(timer: time)
    let received = Captured<Int?>()
    // Row: stub(…, delay: 2, …)
    let slow: StubResponse = .json(body).delay(.seconds(2))
    // Row: mock.delay
    let also: StubResponse = .text("a").delay(.seconds(2))
    stubs.stub(.get("/a"), with: slow)
    stubs.stub(.get("/b"), with: also)
    let network = NetworkSession(transport: stubs, timer: time)
    for path in ["a", "b"] {
      network.get("https://h/\(path)").response(queue: .global()) { received.set($0.response?.status) }
    }
    #expect(received.count == 0)
    time.advance(by: .seconds(2))
    while received.count < 2 { _ = await received.next() }
    #expect(received.values == [200, 200])
  }

  @Test func timesOfRequestsAndResponses() {
    let time = TestScheduler()
    let stubs = MockTransport(timer: time)
    // Row: .requestTime(1, responseTime: 2)
    stubs.stub(.get("/request"), with: .text("a").delay(.seconds(1)))
    // Row: .responseTime(2), the time that the body takes
    stubs.stub(.get("/response"), with: .text("0123456789").throttle(bytesPerSecond: 5))
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    let network = NetworkSession(configuration: configuration, transport: stubs, timer: time)
    let request = network.stream.get("https://h/request").string().record(afterEach: .test)
    let response = network.stream.get("https://h/response").string().record(afterEach: .test)
    time.advance(by: .seconds(1))
    #expect(request.value == "a")
    #expect(response.value == nil)
    time.advance(by: .seconds(1))
    #expect(response.value == "0123456789")
  }

  @Test func ohhttpStubs() async throws {
    let (value, error, data) = (body, Refused(), Data(#"{"name":"Trent"}"#.utf8))
    // Row: stub(condition: isHost("h") && isPath("/a")) { _ in … }
    stubs.stub(.host("h") && .path("/a")) { _ in .text("a") }
    #expect(await send(.get, "/a").value == Data("a".utf8))
    let withSlash: RequestMatcher = .path("/a") || .path("/a/")
    #expect(withSlash.matches(try request("https://h/a/")))
    var matchers: [RequestMatcher] = []
    // Row: isMethodGET(), isScheme("https"), pathStartsWith("/a")
    matchers += [.method(.get), .scheme("https"), .pathPrefix("/a")]
    // Row: pathEndsWith("a"), isExtension("json"), pathMatches("/[0-9]+")
    let containsNumber = RequestMatcher.pathMatching(".*/[0-9]+.*")
    matchers += [.pathSuffix("a"), !.pathSuffix(".json"), !containsNumber]
    #expect(containsNumber.matches(try request("https://h/bar/12/baz")))
    // Row: isAbsoluteURLString("https://h/a"), hasBody(data)
    let exact = RequestMatcher.uri("https://h/a") && .query(equals: [:])
    matchers += [exact, !.body(equals: data)]
    #expect(!exact.matches(try request("https://h/a?x=1")))
    // Row: !isHost("h"), isHost("h") || isHost("i")
    matchers += [!(!.host("h")), .host("h") || .host("i")]
    // Row: hasHeaderNamed("A", value: "1")
    matchers += [.header("A", equals: "1")]
    for matcher in matchers { stubs.stub(matcher && .path("/a"), with: .status(202), times: 1) }
    for _ in matchers { #expect(await status(.get, "/a") == 202) }
    #expect(await status(.get, "/a") == 200)
    // Row: containsQueryParams(["q": "1"])
    stubs.stub(.query(contains: ["q": "1"]), with: .status(203))
    #expect(await status(.get, "/any?q=1&r=2") == 203)
    // Row: hasFormBody([URLQueryItem(name: "a", value: "1")])
    stubs.stub(.form(equals: ["a": "1"]), with: .status(206))
    let form = NetworkSession(transport: stubs).post("https://h/form", parameters: ["a": "1"])
    #expect(await form.response(.data).response?.status == 206)
    // Row: hasJsonBody(object)
    stubs.stub(.json(equals: value), with: .status(205))
    #expect(await status(.post, "/any", data) == 205)
    // Row: HTTPStubsResponse(jsonObject: …, statusCode: 201, headers: …)
    stubs.stub(.get("/json"), with: .json(value).status(201).header("A", "1"))
    #expect(await status(.get, "/json") == 201)
    // Row: fixture(filePath: OHPathForFile("a.json", …), …)
    stubs.stub(.get("/file"), with: .fixture("github-user-trentm.json", in: .module))
    #expect(await status(.get, "/file") == 200)
    // Row: HTTPStubsResponse(error: error)
    stubs.stub(.get("/error"), with: .failure(error))
    #expect(await send(.get, "/error").error?.underlyingError is Refused)
    // Row: HTTPStubs.onStubActivation
    #expect(stubs.requests.last?.url.path == "/error")
    // Row: OHHTTPStubsDownloadSpeedWifi
    let slow: StubResponse = .text("a").throttle(bytesPerSecond: 1_000)
    stubs.stub(.get("/never"), with: slow)
    // Row: HTTPStubs.removeStub(stub), HTTPStubs.removeAllStubs()
    #expect(MockTransport().requests.isEmpty)
    // Row: HTTPStubs.setEnabled(false)
    let network: any Networking = NetworkSession()
    #expect(network.get("https://h/a").state == .ready)
  }

  @Test func aRequestWithoutAStub() async {
    // Row: HTTPStubs.onStubMissing
    // Row: Mocker.mode = .optin, .optout
    await withKnownIssue {
      let stubs = MockTransport()
      _ = await NetworkSession(transport: stubs).get("https://h/a").response(.data)
    }
  }

  @Test func mocker() async throws {
    let stubs = URLStubs(afterEach: .test)
    let (url, text, error) = ("https://h/a", #"{"name": "Trent"}"#, URLError(.timedOut))
    // Row: mock.onRequestHandler, expectationForRequestingMock(_:)
    stubs.stub(.get(url), with: .json(text), times: 1)
    // Row: Mock(…, requestError: error)
    stubs.stub(.get("https://h/c"), with: .failure(error))
    // Row: Mock(request: request), ignoreQuery: true
    stubs.stub(.get("https://h/b"), with: .text("b"))
    // Row: additionalHeaders: ["A": "1"]
    stubs.stub(.get("https://h/d"), with: .text("d").header("A", "1"))
    // Row: configuration.protocolClasses = [MockingURLProtocol.self]
    // Row: mockingjaySwizzleDefaultSessionConfiguration()
    let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
    func load(_ text: String) async throws -> (String, URLResponse) {
      let (data, response) = try await session.data(from: try #require(URL(string: text)))
      return (String(decoding: data, as: UTF8.self), response)
    }
    // Row: mock.completion, expectationForCompletingMock(_:)
    #expect(try await load(url).0 == text)
    // Row: Mock(…, requestError: error)
    let thrown = await #expect(throws: URLError.self) { _ = try await load("https://h/c") }
    #expect(thrown?.code == .timedOut)
    // Row: Mock(request: request), ignoreQuery: true
    #expect(try await load("https://h/b?q=1").0 == "b")
    // Row: additionalHeaders: ["A": "1"]
    #expect((try await load("https://h/d").1 as? HTTPURLResponse)?.value(forHTTPHeaderField: "A") == "1")
    // Row: mock.onRequestHandler, expectationForRequestingMock(_:)
    #expect(stubs.requests.count == 4)
    // Row: Mock(url: url, contentType: .json, statusCode: 200, data: [.get: data]).register()
    stubs.stub(.get("https://h/{name}"), with: .text("other"))
    stubs.stub(.get(url) && .query(equals: [:]), with: .json(text))
    #expect(try await load(url).0 == text)
    #expect(try await load("\(url)?page=2").0 == "other")
    // Row: Mocker.ignore(url), Mocker.removeAll()
    #expect(URLStubs().requests.isEmpty)
  }
}
