import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport

/// The scenarios S1 to S16 as stories.
extension SweptStory {
  static let client = SweptStory("client") { network in
    network.stub(.everything, with: .json("{}"))
    let url = URL(string: "https://mockurl") ?? URL(filePath: "/")
    let client = HTTPClient(transport: network.transport)
    let task = SharedLock<TransportDataTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let started = client.task(url: url) { data, _, error in
          continuation.resume(
            with: error.map { .failure($0) }
              ?? .success(String(decoding: data ?? Data(), as: UTF8.self)))
        }
        task.withLock { $0 = started }
        started.resume()
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
  }
  .without(
    .statuses + .bodies + .outages + [.timeout],
    because: "a client of a transport takes each status and body, and a transport has no timeouts")

  static let callback = SweptStory("search with a callback") { network in
    network.stub(.get("https://search.twitter.com/1"), with: .json(#"{"statuses": ["one"]}"#))
    return try await withCheckedThrowingContinuation { continuation in
      TwitterAPIService(network: network).searchTweets(q: "x") { result in
        continuation.resume(with: result.map { "\($0)" }.mapError { $0 })
      }
    }
  }

  static let tweets = SweptStory("search with a stream") { network in
    network.stub(.get("https://search.twitter.com/1"), with: .json(#"{"statuses": ["one"]}"#))
    return try await "\(TwitterAPIService(network: network).searchTweets(q: "x").value)"
  }

  static let login = SweptStory("login") { network in
    network.stub(.get("https://awesometodos.com/login"), with: .json(["token": "1"]))
    return try await LoginService(network: network).loginUser("ada", "x").value.id
  }

  static let user = SweptStory("user") { network in
    network.stub(.get("https://api.github.com/users/{username}"), with: .trentm)
    let api = GitHubAPI(transport: network.transport, timer: network.timer)
    return try await "\(api.getUser("trentm").value)"
  }

  static let failedUser = SweptStory("user that fails") { network in
    network.stub(
      .get("https://api.github.com/users/{username}"), with: .failure(URLError(.notConnectedToInternet)))
    let api = GitHubAPI(transport: network.transport, timer: network.timer)
    do { return try await "\(api.getUser("trentm").value)" } catch is NetworkError { return "failed" }
  }

  static let report = SweptStory("delayed report") { network in
    network.stub(.get("https://example.com/report"), with: StubResponse.text("done").delay(.seconds(5)))
    let session = NetworkSession(transport: network.transport, timer: network.timer)
    return try await session.stream.get("https://example.com/report").string().value
  }
  .without(.bodies, because: "its text may be empty or HTML")

  /// Two pages of two followers.
  static let followers = SweptStory("followers") { network in
    for stub in FollowersStub(count: 4, pageSize: 2).routes {
      network.stub(stub.matcher, respondingWith: stub.respond)
    }
    var configuration = SessionConfiguration()
    configuration.baseURL = NetworkingMock.baseURL
    configuration.interceptors = [RetryPolicy()]
    let service = GitHubService(network: session(configuration, network))
    return try await service.followers(of: "octavia").value.map(\.login).joined(separator: " ")
  }

  /// Two requests that are refused at once.
  ///
  /// The refresh belongs to neither of them, so the story waits for it.
  static let refresh = SweptStory("token refresh") { network in
    network.stub(.get("https://api.example.com/items/{number}")) { request in
      request.headers["Authorization"] == "Bearer new"
        ? .json(["item": .string(request.url.lastPathComponent)]) : .status(401)
    }
    network.stub(
      .post("https://api.example.com/token"), with: .json(["access": "new", "refresh": "r2"]))
    var configuration = SessionConfiguration()
    let authenticator = TokenPairAuthenticator(network: session(configuration, network))
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: authenticator, credential: TokenPair(access: "old", refresh: "r1"),
        timer: network.timer), RetryPolicy(),
    ]
    let items = session(configuration, network)
    async let one = items.get("https://api.example.com/items/1").response(.json)
    async let two = items.get("https://api.example.com/items/2").response(.json)
    let results = await [one, two].map(\.result)
    await network.settle()
    return try results.map { try $0.get()["item"].string ?? "" }.joined(separator: " ")
  }
  .allowingDuplicates(
    because: "a refresh whose response is lost is sent again with the same token, because there is no other")

  /// Five events from a service that knows which one a client has received last.
  static let events = SweptStory("events") { network in
    network.stub(.get("/feed")) { request in
      let last = request.headers["Last-Event-ID"].flatMap { Int($0) } ?? 0
      let chunks = (last + 1...last + 3).map { StubChunk("id: \($0)\ndata: event \($0)\n\n") }
      return .stream(chunks, headers: ["Content-Type": "text/event-stream"])
    }
    let events = network.stream.get("/feed").events().take(5).toArray()
    return try await events.value.map(\.data).joined(separator: " ")
  }
  .without(
    .outages, because: "an event stream connects again for as long as it takes, as its specification says")

  /// A file that is sent and received.
  static let transfer = SweptStory("transfer") { network in
    let folder = FileManager.default.temporaryDirectory.appending(path: "story-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (film, copy) = (folder.appending(path: "film"), folder.appending(path: "copy"))
    try Data("a film".utf8).write(to: film)
    network.stub(.put("/film"), with: .status(201))
    network.stub(.get("/film"), with: .data(Data("a film".utf8)))
    do {
      try await network.put("film", file: film).void()
      _ = try await network.get("film").download(to: .file(copy))
      return try String(contentsOf: copy, encoding: .utf8)
    } catch {
      expect(FileManager.default.fileExists(atPath: copy.path)).to(beFalse())
      throw error
    }
  }
  .without(.bodies, because: "a file may be empty or HTML")

  /// A list that is loaded, stored, and shown again.
  static let list = SweptStory("list") { network in
    Pages().stub(network)
    let app = AppStart(.memory(limit: 1 << 20), over: network.transport, timer: network.timer)
    let first = try await app.page(1).toArray().value
    let second = try await app.page(1).toArray().value
    return "\(first.last?.value ?? []) \(second.last?.value ?? [])"
  }
  .without([.timeout], because: "its session has no timeouts, so a response that never comes is waited for")

  /// A line that is said and comes back.
  static let chat = SweptStory("chat") { network in
    network.stub(.post("/login"), with: .json(["token": "t0ken"]))
    return try await said(network)
  }
  .without(.outages, because: "a chat connects again for as long as it takes")

  /// Says a line, over a network with a stub for the login.
  @Sendable static func said(_ network: SweepNetwork) async throws -> String {
    let room = ChatRoom()
    network.stub(.webSocket("/chat"), with: .script { peer in room.serve(peer) })
    let client = ChatClient(network: network)
    let failure = SharedLock<(any Error)?>(nil)
    let view = client.run(.backoff(base: .seconds(1)))
      .subscribe(onError: { error in failure.withLock { $0 = error } })
    client.say("hello")
    await network.settle()
    view.dispose()
    if let error = failure.withLock({ $0 }) { throw error }
    return client.current.news.joined(separator: " ")
  }

  private static func session(_ configuration: SessionConfiguration, _ network: SweepNetwork)
    -> NetworkSession
  {
    NetworkSession(configuration: configuration, transport: network.transport, timer: network.timer)
  }
}
