import Foundation
import NetStream
import NetTesting
import Testing

/// The table of Moya's names and the list of differences on "Coming from Alamofire or Moya".
@Suite(.netTesting) struct MoyaTests {
  private typealias User = AlamofireUser

  private struct Page: Codable, Equatable, Sendable {
    var data: User
  }

  // Row: TargetType, MultiTarget
  private struct UserService: Sendable {
    let network: any Networking

    func user(_ name: String) async throws -> User {
      try await network.request(RequestDescription("https://h/users/\(name)")).object()
    }
  }

  private let url = "https://h/users/ada"
  private let ada = User(name: "Ada")
  private let mock = NetworkingMock(afterEach: .test)
  private var network: any Networking { mock }

  @Test func services() async throws {
    mock.stub(.get(url), with: ada)
    // Row: MoyaProvider<Target>
    let service = UserService(network: network as any Networking)
    #expect(try await service.user("ada") == ada)
    // Row: sampleData, stubClosure
    let mock = NetworkingMock()
    mock.stub(.get(url), with: ada)
    #expect(try await UserService(network: mock).user("ada") == ada)
    // Row: provider.rx.request(.user)
    let stream = network.stream.get(url)
    #expect(stream.object(as: User.self).record(afterEach: .test).value == ada)
    // Row: baseURL, path
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://h/v1/")
    let transport = MockTransport()
    transport.stub(.get("https://h/v1/users/ada"), with: .status(204))
    let network = NetworkSession(configuration: configuration, transport: transport)
    try await network.get(URITemplate.expanding("users/{name}", ["name": "ada"])).void()
    // Row: headers of a target, endpointClosure
    configuration.headers = ["X-App": "shop"]
    let other = NetworkSession(configuration: configuration, transport: transport)
    try await other.get("users/ada", headers: ["A": "1"]).void()
    #expect(transport.requests.last?.headers["X-App"] == "shop")
    #expect(transport.requests.last?.headers["A"] == "1")
  }

  @Test func tasks() async throws {
    mock.stub(.get(url), with: .json(encodable: ada))
    mock.stub(.post(url), with: .json(encodable: ada))
    let data = Data("a".utf8)
    // Row: Task.requestPlain, .requestData
    try await network.get(url).void()
    try await network.post(url, httpBody: data).void()
    // Row: Task.requestParameters, .requestJSONEncodable, .uploadMultipart
    let form = MultipartFormData()
    try await network.get(url, parameters: ["q": "tea"]).void()
    try await network.post(url, body: ada).void()
    try await network.post(url, multipart: form).void()
    #expect(mock.requests.count == 5)
    // Row: .requestCompositeParameters, .requestCompositeData
    try await network.post(url, body: ada, parameters: ["page": 2], encoding: .urlQuery).void()
    try await network.post(url, httpBody: data, parameters: ["page": 2], encoding: .urlQuery).void()
    #expect(mock.requests.count == 7)
    #expect(mock.requests.last?.transportRequest?.url.query == "page=2")
    // Row: provider.requestPublisher(.user)
    #if canImport(Combine)
      _ = network.stream.get(url).object(as: User.self).publisher
    #endif
    #expect(network.stream.get(url).object(as: User.self).record(afterEach: .test).value == ada)
  }

  @Test func responses() async throws {
    mock.stub(.get(url), with: .json(encodable: ada))
    // Row: validationType
    let request = network.get(url)
    let validated = request.validate(statusCode: 200..<300)
    #expect(try await validated.object(as: User.self) == ada)
    func unvalidated(_ request: any NetworkRequesting) -> any NetworkRequesting { request.unvalidated() }
    #expect(try await unvalidated(network.get(url)).object(as: User.self) == ada)
    // Row: response.filterSuccessfulStatusCodes()
    func filtered(_ request: any NetworkRequesting) -> any NetworkRequesting {
      request.validate(statusCode: 200..<300)
    }
    #expect(try await filtered(network.get(url)).object(as: User.self) == ada)
    // Row: response.map(User.self), mapJSON(), mapString()
    #expect(try await network.get(url).object(as: User.self) == ada)
    #expect(try await network.get(url).json() == ["name": "Ada"])
    #expect(try await network.get(url).string() == #"{"name":"Ada"}"#)
    // Row: response.map(User.self, atKeyPath: "data")
    mock.stub(.get("https://h/page"), with: .json(encodable: Page(data: ada)))
    let url = "https://h/page"
    #expect(try await network.get(url).object(as: Page.self).data == ada)
    // Row: MoyaError
    let error: NetworkError? = await network.get(url).response(.data).error
    #expect(error == nil)
  }

  @Test func sharedRequests() async throws {
    // Row: trackInflights: true
    var configuration = SessionConfiguration()
    configuration.coalesces = true
    let time = TestScheduler()
    let transport = MockTransport(timer: time)
    transport.stub(.get(url), with: .text("a").delay(.seconds(1)))
    let network = NetworkSession(configuration: configuration, transport: transport, timer: time)
    let texts = Captured<String?>()
    for _ in 1...2 { network.get(url).responseString(queue: .global()) { texts.set($0.value) } }
    #expect(transport.requests.count == 1)
    network.cancelAll()
  }

  // MARK: - What differs

  @Test func aRequestIsConfiguredFirst() async {
    mock.stub(.get(url), with: .status(404))
    // Row: A request starts with its first response… or awaited call.
    let request = network.get(url)
    #expect(request.state == .ready)
    #expect(await request.response(.data).error?.reason == .validation(.statusCode(404)))
    // Row: Responses are validated
    #expect(await network.get(url).response(.data).error != nil)
  }

  @Test func baseURLs() async throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .status(204))
    // Row: A base URL ends with a slash
    func sent(_ base: String, _ path: String) async -> String? {
      var configuration = SessionConfiguration()
      configuration.baseURL = URL(string: base)
      _ = await NetworkSession(configuration: configuration, transport: transport).get(path).response(.data)
      return transport.lastRequest?.url.absoluteString
    }
    #expect(await sent("https://h/v1/", "users/1") == "https://h/v1/users/1")
    #expect(await sent("https://h/v1/", "/users/1") == "https://h/users/1")
    #expect(await sent("https://h/v1", "users/1") == "https://h/users/1")
  }

  @Test func serializersRunAfterTheLastAttempt() async throws {
    struct SignedOut: Error {}
    struct Again: RequestInterceptor {
      func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
        completion(failure.attempts == 1 ? .retry(after: .zero) : .pass)
      }
    }
    @Sendable func isSignedOut(_ data: Data) throws -> Bool {
      try JSONValue(parsing: data)["errors"] != .null
    }
    var configuration = SessionConfiguration()
    configuration.interceptors = [Again()]
    let transport = MockTransport()
    let network = NetworkSession(configuration: configuration, transport: transport)
    let replies: [StubResponse] = [.json(#"{"errors":[]}"#), .json(#"{"name":"Ada"}"#)]
    // Row: Serializers run after the last attempt.
    transport.stub(.get(url), with: replies[0])
    #expect(await network.get(url).response(.decodable(of: User.self)).error?.attempts == 1)
    #expect(transport.requests.count == 1)
    transport.stub(.get(url), withSequence: replies)
    func validated(_ request: any NetworkRequesting) -> any NetworkRequesting {
      request.validate { received in if try isSignedOut(received.data) { throw SignedOut() } }
    }
    #expect(try await validated(network.get(url)).object(as: User.self) == ada)
    #expect(transport.requests.count == 3)
  }

  @Test func jsonIsLabelled() async throws {
    mock.stub(.get(url), with: .text(#"{"name":"Ada"}"#))
    // Row: JSON must be labelled as JSON
    let refused = await network.get(url).response(.decodable(of: User.self)).error
    #expect(refused?.description.contains(#"validate(contentType: ["*/*"])"#) == true)
    func anyType(_ request: any NetworkRequesting) -> any NetworkRequesting {
      request.validate(contentType: ["*/*"])
    }
    #expect(try await anyType(network.get(url)).object(as: User.self) == ada)
    let transport = MockTransport()
    transport.stub(.get(url), with: .text(#"{"name":"Ada"}"#))
    var configuration = SessionConfiguration()
    configuration.validation.contentType = .any
    let session = NetworkSession(configuration: configuration, transport: transport)
    #expect(try await session.get(url).object(as: User.self) == ada)
  }

  @Test func aFailedResponseKeepsItsBody() async throws {
    mock.stub(.get(url), with: .json(encodable: ada).status(400))
    // Row: A failed response keeps its body.
    let error = try #require(await network.get(url).response(.data).error)
    #expect(try error.decodeBody(as: User.self) == ada)
  }

  @Test func credentialsStayWithTheirOrigin() async {
    let transport = MockTransport()
    transport.stub(.get(url), with: .status(302).header("Location", "https://other/b"))
    transport.stub(.get("https://other/b"), with: .status(302).header("Location", "http://other/c"))
    let network = NetworkSession(transport: transport)
    // Row: Redirects to another origin
    let headers: HTTPHeaders = [.authorization(bearerToken: "x")]
    let response = await network.get(url, headers: headers).response(.data)
    #expect(transport.requests.count == 2)
    #expect(transport.requests.last?.headers["Authorization"] == nil)
    #expect(response.error?.reason == .redirect(.insecure))
  }

  @Test func datesHaveTheFormatOfTheEncoder() async throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .status(204))
    // Row: Dates and bytes in parameters
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dataEncodingStrategy = .custom { data, encoder in
      var container = encoder.singleValueContainer()
      try container.encode("\(data.count)bytes")
    }
    var configuration = SessionConfiguration()
    configuration.encoder = encoder
    let network = NetworkSession(configuration: configuration, transport: transport)
    try await network.get(url, parameters: ["since": Date(timeIntervalSince1970: 0)]).void()
    #expect(transport.requests.last?.url.absoluteString.contains("since=1970-01-01T00") == true)
    try await network.get(url, parameters: ["content": Data([1, 2])]).void()
    #expect(transport.requests.last?.url.query == "content=2bytes")
    struct Paging: Encodable { var perPage = 2 }
    try await network.get(url, parameters: Paging(), encoder: .urlEncodedForm).void()
    #expect(transport.requests.last?.url.query == "per_page=2")
  }

  @Test func urlsAreEscaped() async {
    let transport = MockTransport()
    transport.stub(.everything, with: .status(204))
    let network = NetworkSession(transport: transport)
    // Row: A URL may contain spaces and letters such as ü
    _ = await network.get("https://h/a b/ü?q=%20").response(.data)
    #expect(transport.requests.last?.url.absoluteString == "https://h/a%20b/%C3%BC?q=%20")
    let invalid = await network.get("https://h:65536/").retry(RetryPolicy(maximumRetries: 5)).response(.data)
    #expect(invalid.error?.reason == .invalidRequest(.url("https://h:65536/")))
    // Row: A request's own Authorization wins
    var configuration = SessionConfiguration()
    configuration.headers = [.authorization(bearerToken: "session")]
    let signedIn = NetworkSession(configuration: configuration, transport: transport)
    _ = await signedIn.get(url, headers: [.authorization(bearerToken: "own")]).response(.data)
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer own")
    _ = await signedIn.get(url).unauthenticated().response(.data)
    #expect(transport.requests.last?.headers["Authorization"] == nil)
    // Row: A GET with a body
    let search = RequestDescription(url, method: .get, content: .data(Data("{}".utf8), contentType: nil))
    #expect(
      await network.request(search).response(.data).error?.reason == .invalidRequest(.bodyNotAllowed(.get)))
    _ = await network.request(search).sendingBodyWithGet().response(.data)
    #expect(transport.requests.last?.body == Data("{}".utf8))
    let query = RequestDescription(url, method: HTTPMethod.query, content: search.content)
    #expect(await network.request(query).response(.data).response?.status == 204)
  }

  #if os(Linux)
    @Test func unknownEncodingsAreDelivered() async throws {
      // Row: A body in an unknown encoding
      let server = MockServer(afterEach: .test)
      server.enqueue(.text("abc").header("Content-Encoding", "utf-8"))
      try server.start()
      #expect(try await NetworkSession().get(server.baseURL).string() == "abc")
    }
  #endif

  @Test func nothingIsShared() async {
    // Row: No shared state.
    #expect(SessionConfiguration().cookies == nil)
    #expect(SessionConfiguration().cache == nil)
    // Row: A body in memory has a limit
    #expect(SessionConfiguration().maximumBodySize == 256 << 20)
    let transport = MockTransport()
    transport.stub(.get(url), with: .text("abc"))
    var configuration = SessionConfiguration()
    configuration.maximumBodySize = 2
    let network = NetworkSession(configuration: configuration, transport: transport)
    #expect(await network.get(url).response(.data).error?.reason == .transfer(.bodyTooLarge(limit: 2)))
    // Row: A request that cannot be sent
    let broken = await network.get(url, headers: ["A": "1\r\nB: 2"]).response(.data)
    #expect(broken.error?.reason == .invalidRequest(.header(name: "A", value: "1\r\nB: 2")))
    #expect(transport.requests.count == 1)
  }

  @Test func releasingDoesNotCancel() async {
    let (transport, time) = (MockTransport(), TestScheduler())
    transport.stub(.get(url), with: .text("a"))
    // Row: Releasing a request does not cancel it
    let texts = Captured<String?>()
    do {
      let session = NetworkSession(transport: transport, timer: time)
      session.get(url).responseString(queue: .global()) { texts.set($0.value) }
    }
    #expect(await texts.next() == "a")
  }
}
