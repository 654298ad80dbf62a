import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The code of the guides of Net, compiled and run.
@Suite(.netTesting) struct NetGuidesTests {
  let transport = MockTransport(afterEach: .test)

  private func session(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    // The eager timer fires timeouts immediately, so there are none.
    configuration.timeouts = RequestTimeouts()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: EagerTimer())
  }

  @Test func loggingIn() async throws {
    transport.stub(
      .post("/login") && .body(equals: #"{"name":"ada","password":"secret"}"#),
      with: .json(["access": "a1", "refresh": "r1"]))
    transport.stub(
      .get("/profile") && .header("Authorization", equals: "Bearer a1"), with: .json(["name": "Ada"]))
    let network = session()
    // snippet: login
    let token =
      try await network
      .post("login", jsonObject: ["name": "ada", "password": "secret"])
      .object(as: AccessToken.self)
    let profile =
      try await network
      .get("profile", headers: [.authorization(bearerToken: token.access)])
      .object(as: Profile.self)
    // snippet.end
    #expect(profile.name == "Ada")
  }

  @Test func loggingOut() async throws {
    let transport = MockTransport(delivery: .held)
    transport.stub(.get("https://api.example.com/profile"), with: .json(["name": "Ada"]))
    let authentication = AuthenticationInterceptor(
      authenticator: AccessTokenAuthenticator(network: self.session()),
      credential: AccessToken(access: "a1", refresh: "r1"))
    let cookies = CookieJar()
    let cache = HTTPCache.memory(limit: 1 << 20)
    var configuration = SessionConfiguration()
    configuration.interceptors = [authentication]
    let session = NetworkSession(configuration: configuration, transport: transport)
    let errors = Captured<NetworkError?>()
    session.get("https://api.example.com/profile")
      .response(delivery: .inline, responseSerializer: .decodable(of: Profile.self)) { errors.set($0.error) }
    // snippet: logout
    authentication.credential = nil
    session.cancelAll()
    cookies.removeAll()
    try cache.removeAll()
    // snippet.end
    session.get("https://api.example.com/profile")
      .response(delivery: .inline, responseSerializer: .decodable(of: Profile.self)) { errors.set($0.error) }
    #expect(errors.values.map { $0?.reason } == [.cancelled, .interceptor])
    #expect(errors.values.last??.underlyingError as? AuthenticationError == .missingCredential)
    #expect(transport.requests.count == 1)
  }

  @Test func readingAnErrorResponse() async {
    transport.stub(.post("/login"), with: .json(["error_message": "wrong password"]).status(403))
    let network = session {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.decoder = decoder
    }
    // snippet: login-refused
    do {
      _ = try await network.post("login", jsonObject: ["name": "ada"]).object(as: AccessToken.self)
    } catch let error as NetworkError where error.response?.status == 403 {
      let problem = try? error.decodeBody(as: Problem.self)
      show(problem?.errorMessage ?? "You may not log in.")
    } catch {
      show("\(error)")
    }
    // snippet.end
    #expect(shown.values == ["wrong password"])
  }

  @Test func theFrontPage() async throws {
    transport.stub(
      .get("https://api.example.com/users?page=2") && .header("Accept", equals: "application/json"),
      with: .json([["name": "Ada"]]))
    var configuration = SessionConfiguration()
    configuration.callbackQueue = DispatchQueue(label: "the front page")
    let network = NetworkSession(configuration: configuration, transport: transport)
    let print: @Sendable (Result<[Profile], NetworkError>) -> Void = printed.set
    // snippet: front-page
    network.get(
      "https://api.example.com/users", parameters: ["page": 2], headers: [.accept("application/json")]
    )
    .validate(statusCode: [200, 203])
    .responseObject(as: [Profile].self) { response in print(response.result) }
    // snippet.end
    let result = try #require(await printed.next())
    #expect(try result.get().map(\.name) == ["Ada"])
  }

  @Test func paginating() async throws {
    transport.stub(
      .get("/users") && .query(contains: ["page": "1"]),
      with: .json([["name": "Ada"]]).header("Link", "<https://api.example.com/users?page=2>; rel=\"next\""))
    transport.stub(.get("/users") && .query(contains: ["page": "2"]), with: .json([["name": "Bob"]]))
    let network = session()
    // snippet: paginate
    var everyone: [Profile] = []
    let first = URL(string: "https://api.example.com/users?page=1")
    var next = first
    while let page = next, let first, page.hasSameOrigin(as: first) {
      let response = await network.get(page).response(.decodable(of: [Profile].self))
      everyone += try response.result.get()
      next = response.response?.links.first { $0.relations.contains("next") }?.url
    }
    // snippet.end
    #expect(everyone.map(\.name) == ["Ada", "Bob"])
  }

  @Test func uploadingAForm() async throws {
    let photo = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).png", isDirectory: false)
    try Data([0x89, 0x50]).write(to: photo)
    defer { try? FileManager.default.removeItem(at: photo) }
    transport.stub(.post("/photos"), with: .json(["name": "sunset"]).status(201))
    let network = session()
    // snippet: form
    var form = MultipartFormData()
    form.append("Sunset", name: "title")
    form.append(file: photo, name: "photo")
    let stored = try await network.post("photos", multipart: form).object(as: Profile.self)
    // snippet.end
    #expect(stored.name == "sunset")
    let body = String(decoding: try #require(transport.lastRequest).body, as: UTF8.self)
    #expect(body.contains("Content-Type: image/png\r\n\r\n"))
  }

  @Test func uploadingARecording() async throws {
    transport.stub(.post("/recordings") && .body(equals: "abc"), with: .json(["name": "birds"]).status(201))
    let network = session()
    let stopped = Captured<Bool>()
    @Sendable func stopRecording() { stopped.set(true) }
    func startRecording(into microphone: AsyncStream<Data>.Continuation) {
      for text in ["a", "bc"] { microphone.yield(Data(text.utf8)) }
      microphone.finish()
    }
    // snippet: sequence
    let recording = AsyncStream<Data> { microphone in
      microphone.onTermination = { _ in stopRecording() }
      startRecording(into: microphone)
    }
    let stored = try await network.post("recordings", stream: BodyStream(recording), contentType: "audio/aac")
      .object(as: Profile.self)
    // snippet.end
    #expect(stored.name == "birds")
    #expect(stopped.value == true)
  }

  @Test func readingTheNameOfAMissingFile() async throws {
    try await upload(URL(fileURLWithPath: "/nonexistent/photo.png"))
    #expect(shown.values == ["photo.png no longer exists."])
  }

  @Test func anyOtherFailureOfAnUploadIsShown() async throws {
    let photo = FileManager.default.temporaryDirectory.appending(path: "photo-\(UUID().uuidString).png")
    try Data("png".utf8).write(to: photo)
    defer { try? FileManager.default.removeItem(at: photo) }
    transport.stub(.post("/photos"), with: .status(500))
    try await upload(photo)
    #expect(shown.values.count == 1)
    #expect(shown.value?.contains("500") == true)
  }

  private func upload(_ photo: URL) async throws {
    let network = session()
    // snippet: form-missing
    do {
      try await network.post("photos", file: photo).void()
    } catch let error as NetworkError {
      if case .fileMissing(let file)? = error.underlyingError as? RequestBodyError {
        show("\(file.lastPathComponent) no longer exists.")
      } else {
        show("\(error)")
      }
    } catch is CancellationError {
      show("Cancelled.")
    }
    // snippet.end
  }

  @Test func refreshingAToken() async throws {
    transport.stub(.post("/token"), with: .json(["access": "a2", "refresh": "r2"]))
    transport.stub(.get("/profile"), with: .status(401))
    transport.stub(
      .get("/profile") && .header("Authorization", equals: "Bearer a2"), with: .json(["name": "Ada"]))
    let plain = session()
    let token = AccessToken(access: "a1", refresh: "r1")
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    configuration.timeouts = RequestTimeouts()
    // snippet: refresh
    let authentication = AuthenticationInterceptor(
      authenticator: AccessTokenAuthenticator(network: plain), credential: token)
    configuration.interceptors = [authentication, RetryPolicy()]
    // snippet.end
    let network = NetworkSession(configuration: configuration, transport: transport)
    let profile = try await network.get("profile").object(as: Profile.self)
    #expect(profile.name == "Ada")
    #expect(transport.requests.map(\.method) == [.get, .post, .get])
  }

  @Test func retrying() async throws {
    transport.stub(.get("/report"), withSequence: [.status(503), .json(["name": "done"])])
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    // snippet: retry
    configuration.interceptors = [RetryPolicy(maximumRetries: 4, maximumDelay: .seconds(10))]
    configuration.timeouts.total = .seconds(60)
    // snippet.end
    let scheduler = TestScheduler()
    let network = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    let responses = Captured<DataResponse<Profile>>()
    network.get("report")
      .response(delivery: .inline, responseSerializer: .decodable(of: Profile.self)) { responses.set($0) }
    scheduler.advance(by: .seconds(10))
    #expect(responses.values.first?.value?.name == "done")
    #expect(responses.values.first?.timings.attempts == 2)
  }

  @Test func writingAPolicy() async throws {
    transport.stub(
      .get("/report"), withSequence: [.status(202).header("Retry-After", "1"), .json(["name": "done"])])
    let network = session { $0.interceptors = [UntilReady()] }
    let report = try await network.get("report").validate(statusCode: [200])
      .object(as: Profile.self)
    #expect(report.name == "done")
  }

  @Test func writingAnAsyncPolicy() async throws {
    transport.stub(.put("/report"), withSequence: [.status(401), .json(["name": "done"])])
    let network = session { $0.interceptors = [Signing(keys: KeyStore())] }
    let report = try await network.put("report", body: ["a": 1]).object(as: Profile.self)
    #expect(report.name == "done")
    #expect(transport.requests.map { $0.headers["X-Signature"] } == ["/report 7 1", "/report 7 2"])
  }

  @Test func logging() async throws {
    transport.stub(.get("/users/nobody"), with: .status(404))
    var configuration = SessionConfiguration()
    let log = Captured<String>()
    let write: @Sendable (String) -> Void = log.set
    // snippet: log
    configuration.monitors = [
      LoggingMonitor(level: .info) { level, text in write("\(level): \(text)") }
    ]
    // snippet.end
    let network = NetworkSession(configuration: configuration, transport: transport)
    try? await network.get("https://api.example.com/users/nobody?token=s3cret").void()
    #expect(log.values.count == 2)
    #expect(log.values.first?.contains("info: #1 → GET https://api.example.com/users/nobody") == true)
    #expect(!log.values.contains { $0.contains("s3cret") })
  }

  @Test func measuring() async throws {
    transport.stub(.get("/users"), with: .json([]))
    let paths = Captured<String>()
    let network = session { $0.monitors = [Durations { path, _ in paths.set(path) }] }
    try await network.get("users").void()
    #expect(paths.values == ["/users"])
  }

  // snippet: test
  @Test func theProfileIsLoaded() async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/profile"), with: Profile(name: "Ada"))

    let profile = try await ProfileService(network: network).load()

    #expect(profile.name == "Ada")
    #expect(network.requests.map(\.method) == [.get])
  }
  // snippet.end

  private let shown = Captured<String>()
  private let printed = Captured<Result<[Profile], NetworkError>>()

  private func show(_ text: String) { shown.set(text) }
}

// snippet: service
struct ProfileService {
  let network: any Networking

  func load() async throws -> Profile {
    try await network.get("profile").object()
  }
}
// snippet.end

struct Profile: Codable, Sendable { var name: String }

private struct Problem: Decodable, Sendable { var errorMessage: String }

// snippet: authenticator
struct AccessToken: AuthenticationCredential, Codable {
  var access: String
  var refresh: String
}

struct AccessTokenAuthenticator: RequestAuthenticator {
  /// A session without the interceptor.
  let network: any Networking

  func apply(_ credential: AccessToken, to request: inout TransportRequest) {
    request.headers.update(.authorization(bearerToken: credential.access))
  }

  func refresh(
    _ credential: AccessToken, completion: @escaping @Sendable (Result<AccessToken, any Error>) -> Void
  ) {
    network.post("token", parameters: ["refresh": credential.refresh])
      .response(delivery: .inline, responseSerializer: .decodable(of: AccessToken.self)) {
        completion($0.result.mapError { $0 })
      }
  }

  func isRequest(_ request: TransportRequest, authenticatedWith credential: AccessToken) -> Bool {
    request.headers["Authorization"] == "Bearer \(credential.access)"
  }
}
// snippet.end

// snippet: policy
struct UntilReady: RequestInterceptor {
  func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    let isBeingMade = failure.error.reason == .validation(.statusCode(202))
    completion(isBeingMade && failure.attempts < 10 ? .retry(after: .seconds(1)) : .pass)
  }
}
// snippet.end

actor KeyStore {
  private var count = 0

  func signature(of url: URL, body: Data) throws -> String {
    count += 1
    return "\(url.path) \(body.count) \(count)"
  }
}

// snippet: async-policy
struct Signing: AsyncRequestInterceptor {
  let keys: KeyStore  // an actor

  func adapt(_ request: TransportRequest) async throws -> TransportRequest {
    var request = request
    let signature = try await keys.signature(of: request.url, body: request.body.contents())
    request.headers.update(name: "X-Signature", value: signature)
    return request
  }

  func retry(_ failure: RetryContext) async -> RetryDecision {
    failure.attempts == 1 && failure.error.response?.status == 401 ? .retry(after: .zero) : .pass
  }
}
// snippet.end

// snippet: monitor
struct Durations: EventMonitor {
  let record: @Sendable (_ path: String, Duration) -> Void

  func request(_ id: RequestID, did event: RequestEvent) {
    guard case .finished(let received, let timings) = event, let done = timings.done else { return }
    record(received.request.url.path, done)
  }
}
// snippet.end
