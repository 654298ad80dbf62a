import Foundation
import NetStream
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Token: AuthenticationCredential {}

private struct TokenAuthenticator: AsyncRequestAuthenticator {
  func apply(_ credential: Token, to request: inout TransportRequest) {}
  func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
  @concurrent func refresh(_ credential: Token) async throws -> Token { credential }
}

/// The tables of requests on "Coming from URLSession, OkHttp, Starscream or NIOWebSocket".
@Suite(.netTesting) struct URLSessionRequestsTests {
  private let url = "https://h/a"
  private let network = NetworkingMock(afterEach: .test)
  private let transport = MockTransport()
  private let received = Captured<Int?>()

  private func onQueue(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> NetworkSession {
    transport.stub(.everything, with: .text("a"))
    var configuration = SessionConfiguration()
    configuration.callbackQueue = .global()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport)
  }

  @Test func requests() async throws {
    let received = received
    // Row: URLSession.shared
    // Row: OkHttpClient(), Request.Builder()
    let shared: any Networking = NetworkSession()
    let request = shared.get(url)
    #expect(request.state == .ready)
    let network = onQueue()
    // Row: OkHttpClient(), Request.Builder()
    let created = network.get(url)
    #expect(created.state == .ready)
    // Row: session.data(from: url), data(for: request)
    let data = try await network.get(url).data()
    #expect(data == Data("a".utf8))
    func unvalidated() -> any NetworkRequesting { network.get(url).unvalidated() }
    #expect(try await unvalidated().data() == data)
    // Row: dataTask(with: url) { data, response, error in … }
    // Row: client.newCall(request).execute(), enqueue(callback)
    network.get(url).response { response in received.set(response.response?.status) }
    #expect(await received.next() == 200)
    // Row: client.newCall(request).execute(), enqueue(callback)
    #expect(await network.get(url).response(.data).response?.status == 200)
    // Row: dataTaskPublisher(for: url)
    let stream = network.stream.get(url).data()
    #expect(stream.record(afterEach: .test).value == data)
    transport.stub(.get("https://h/none"), with: .status(404))
    for (url, status) in [(url, 200), ("https://h/none", 404)] {
      let answered = network.stream.get(url).unvalidated().responseData()
      #expect(answered.record(afterEach: .test).value?.response?.status == status)
    }
    // Row: session.bytes(from: url).lines
    for try await line in network.get(url).lines() { #expect(line == "a") }
    // Row: response.body.string()
    let text = try await network.get(url).string()
    #expect(text == "a")
  }

  @Test func tags() async {
    // Row: URLProtocol.setProperty(_:forKey:in:)
    enum Screen: RequestTagKey { typealias Value = String }
    // Row: URLProtocol.setProperty(_:forKey:in:)
    // Row: tag(Screen::class, screen), request.tag(Screen::class)
    let network = onQueue()
    let tagged = await network.get(url).tag(Screen.self, "feed").response(.data)
    // Row: tag(Screen::class, screen), request.tag(Screen::class)
    func screen(of request: TransportRequest) -> String? { request.tags[Screen.self] }
    #expect(tagged.request.flatMap(screen) == "feed")
    #expect(transport.requests.last?.tags[Screen.self] == "feed")
  }

  @Test func baseURLs() async throws {
    transport.stub(.everything, with: .status(204))
    // Row: baseURL.appending(path: "users/1")
    // Row: Retrofit: baseUrl("https://h/v1/")
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://h/v1/")
    let network = NetworkSession(configuration: configuration, transport: transport)
    try await network.get("users/1").void()
    #expect(transport.lastRequest?.url.absoluteString == "https://h/v1/users/1")
    // Row: A base URL ends with a slash
    try await network.get("/users/1").void()
    #expect(transport.lastRequest?.url.absoluteString == "https://h/users/1")
    configuration.baseURL = URL(string: "https://h/v1")
    try await NetworkSession(configuration: configuration, transport: transport).get("users/1").void()
    #expect(transport.lastRequest?.url.absoluteString == "https://h/users/1")
  }

  @Test func uploadsAndDownloads() async throws {
    network.stub(.everything, with: .text("a"))
    let (file, part) = (temporary(), temporary())
    let data = Data("b".utf8)
    // Row: session.upload(for: request, from: data)
    try await network.post(url, httpBody: data).void()
    // Row: session.download(from: url), downloadTask(withResumeData:)
    let saved = try await network.get(url).download(to: .file(file).resumable(at: part))
    #expect(try Data(contentsOf: saved) == Data("a".utf8))
    // Row: session.upload(for: request, fromFile: file)
    try await network.post(url, file: file).void()
    // Row: request.httpBodyStream, needNewBodyStream
    try await network.post(url, stream: BodyStream { InputStream(url: file) }).void()
    try FileManager.default.removeItem(at: file)
  }

  @Test func bodiesThatArriveOverTime() async throws {
    network.stub(.get("/a"), with: .text("a"))
    network.stub(.post("/a") && .body(equals: "abc"), withSequence: [.text("a"), .text("b")])
    var sequence: AsyncStream<[UInt8]> {
      AsyncStream { continuation in
        for text in ["a", "bc"] { continuation.yield(Array(text.utf8)) }
        continuation.finish()
      }
    }
    // Row: request.body = .stream(sequence, length: .known(3))
    try await network.post(url, stream: BodyStream(count: 3, sequence)).void()
    // Row: response.status, for try await part in response.body
    let request = network.get(url)
    for try await chunk in request.chunks() {
      #expect(request.response?.status == 200)
      #expect(!chunk.isEmpty)
    }
    #expect(request.response?.status == 200)
    // Row: RequestBody.writeTo(sink), isOneShot()
    try await network.post(url, stream: BodyStream(sequence)).void()
    // Row: .stream(sequence, length: .unknown)
    let body = BodyStream(sequence)
    #expect(body.count == nil)
    #expect(!body.isRepeatable)
  }

  private func temporary() -> URL {
    FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  }

  @Test func optionsOfARequest() async throws {
    let network = onQueue()
    // Row: URLRequest(url: url), httpMethod, setValue(_:forHTTPHeaderField:)
    let response = await network.request(url, method: .put, headers: ["A": "1"]).response(.data)
    #expect(transport.requests.last?.headers["A"] == "1")
    let urlRequest = URLRequest(url: try #require(URL(string: url)))
    #expect(try await network.request(urlRequest).string() == "a")
    // Row: request.timeoutInterval = 5
    #expect(try await network.get(url).timeout(idle: .seconds(5)).string() == "a")
    #expect(try await network.get(url).timeout(total: .seconds(60)).string() == "a")
    // Row: (response as? HTTPURLResponse)?.statusCode
    #expect(response.response?.status == 200)
    // Row: response.isSuccessful
    #expect(response.error == nil)
    // Row: error as? URLError
    let failing = NetworkingMock()
    failing.stub(.get(url), with: .failure(URLError(.notConnectedToInternet)))
    let error: NetworkError = try #require(await failing.get(url).response(.data).error)
    #expect(error.underlyingError is URLError)
    #expect(error.isOffline)
  }

  @Test func ending() async {
    let session = onQueue()
    let request = session.get(url)
    // Row: task.cancel(), invalidateAndCancel(), finishTasksAndInvalidate()
    request.cancel()
    session.cancelAll()
    await session.finish()
    #expect(await session.get(url).response(.data).error?.reason == .sessionFinished)
  }

  @Test func configurations() throws {
    var configuration = SessionConfiguration()
    // Row: httpCookieStorage
    // Row: cookieJar(jar)
    configuration.cookies = CookieJar()
    #expect(configuration.cookies != nil)
    // Row: httpAdditionalHeaders, httpMaximumConnectionsPerHost
    configuration.headers = ["A": "1"]
    configuration.maximumConcurrentRequestsPerHost = 4
    // Row: waitsForConnectivity, protocolClasses, allowsCellularAccess
    let transport = try URLSessionTransport(configuration: .ephemeral)
    #expect(NetworkSession(configuration: configuration, transport: transport).configuration.cache == nil)
    // Row: URLSessionConfiguration.background(withIdentifier:)
    let background: URLSession = URLSession(configuration: .ephemeral)
    background.invalidateAndCancel()
  }

  @Test func configurationsOfOkHttp() throws {
    var configuration = SessionConfiguration()
    // Row: addInterceptor(interceptor)
    configuration.interceptors = [RetryPolicy()]
    #expect(configuration.interceptors.count == 1)
    // Row: authenticator(authenticator)
    let authentication = AuthenticationInterceptor(authenticator: TokenAuthenticator(), credential: Token())
    configuration.interceptors.append(authentication)
    #expect(configuration.interceptors.count == 2)
    // Row: callTimeout, readTimeout
    configuration.timeouts = RequestTimeouts(idle: .seconds(10), total: .seconds(60))
    #expect(configuration.timeouts.total == .seconds(60))
    // Row: followRedirects(false)
    configuration.redirects = .refuse
    #expect(configuration.redirects.limit == 0)
    // Row: eventListener(listener), HttpLoggingInterceptor
    configuration.monitors = [LoggingMonitor { _, text in print(text) }]
    #expect(configuration.monitors.count == 1)
    // Row: dispatcher.maxRequests, maxRequestsPerHost
    configuration.maximumConcurrentRequests = 64
    configuration.maximumConcurrentRequestsPerHost = 5
    #if os(Linux)
      let key = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
      var options = TransportOptions()
      // Row: CertificatePinner.Builder()
      options.tls.pins = [PublicKeyPins([key], for: ["example.com"])]
      // Row: proxy(Proxy(Proxy.Type.SOCKS, address))
      options.proxy = .socks("socks5h://localhost:1080")
      // Row: connectTimeout
      options.connectTimeout = .seconds(5)
      let waits: RequestTimeouts = RequestTimeouts(connect: .seconds(5))
      #expect(waits.connect == options.connectTimeout)
      // Row: CertificatePinner.Builder()
      // Row: proxy(Proxy(Proxy.Type.SOCKS, address))
      // Row: connectTimeout
      let transport = try CurlTransport(options: options)
      #expect(NetworkSession(transport: transport).configuration.cache == nil)
    #endif
  }
}
