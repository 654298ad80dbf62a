import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing

/// The samples of the article "Showing stored data first".
@Suite(.netTesting) struct CachingGuideTests {
  private struct Item: Codable, Sendable, Equatable { var name: String }

  private let timer = TestScheduler()
  private let transport: MockTransport

  init() { transport = MockTransport(timer: timer, afterEach: .test) }

  private func items(_ names: String..., tag: String) -> StubResponse {
    .json(encodable: names.map { Item(name: $0) }).header("ETag", tag).header("Cache-Control", "max-age=60")
  }

  private func session(_ cache: HTTPCache) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    configuration.cache = cache
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  @Test func givingASessionACache() async throws {
    transport.stub(.get("/items"), with: items("a", tag: "\"1\""), times: .times(1))
    let directory = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    // snippet: session
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    configuration.cache = try .disk(at: directory, limit: 64 << 20)
    // snippet.end
    let network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    _ = try await network.get("items").object(as: [Item].self)
    // snippet: status
    let response = await network.get("items").response(.decodable(of: [Item].self))
    if case .hit(let age) = response.cacheStatus { print("stored \(age) ago") }
    // snippet.end
    #expect(response.cacheStatus == .hit(age: .zero))
  }

  @Test func choosingAModeForOneRequest() async throws {
    transport.stub(.get("/items"), with: items("a", tag: "\"1\""))
    let network = session(.memory(limit: 1 << 20))
    // snippet: modes
    let current = try await network.get("items").cache(.reload).object(as: [Item].self)
    let known = try await network.get("items").cache(.preferCached).object(as: [Item].self)
    // snippet.end
    #expect(current == known)
    #expect(transport.requests.count == 1)
  }

  @Test func keepingUsersApart() async throws {
    transport.stub(.get("/items"), with: items("a", tag: "\"1\""), times: .times(1))
    let cache = HTTPCache.memory(limit: 1 << 20)
    let userID = "42"
    // snippet: partition
    var configuration = SessionConfiguration()
    configuration.cache = cache
    configuration.cachePartition = userID
    // snippet.end
    let network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let url = "https://api.example.com/items"
    _ = try await network.get(url, headers: [.authorization(bearerToken: "1")]).data()
    let refreshed = await network.get(url, headers: [.authorization(bearerToken: "2")]).response(.data)
    expect(refreshed).to(beServed(from: .cache))
    // snippet: logout
    try cache.removeAll()
    // snippet.end
    #expect(cache.size == 0)
  }

  @Test func refreshingAndPollingAList() {
    transport.stub(
      .get("/items"),
      withSequence: [
        items("a", tag: "\"1\""), .status(304).header("ETag", "\"1\""), items("a", "b", tag: "\"2\""),
      ])
    let network = session(.memory(limit: 1 << 20))
    let pulls = PublishSubject<Void>()
    let shown = Captured<[Item]>()
    let scheduler = timer
    let bag = DisposeBag()
    // snippet: list
    network.stream.get("items").updates(of: [Item].self)
      .refreshed(on: pulls)
      .polling(every: .seconds(60), scheduler: scheduler)
      .subscribe(onNext: { loaded in
        shown.set(loaded.value)
        if let failure = loaded.failure { print("not up to date: \(failure)") }
      })
      .disposed(by: bag)
    // snippet.end
    #expect(shown.values == [[Item(name: "a")]])
    pulls.onNext(())
    #expect(shown.values.count == 1)
    #expect(transport.requests.last?.headers["If-None-Match"] == "\"1\"")
    timer.advance(by: .seconds(60))
    #expect(shown.values == [[Item(name: "a")], [Item(name: "a"), Item(name: "b")]])
  }

  @Test func startingWithoutANetwork() {
    transport.stub(
      .get("/items"),
      withSequence: [
        .failure(URLError(.notConnectedToInternet)), .failure(URLError(.notConnectedToInternet)),
        items("a", tag: "\"1\""), items("b", tag: "\"2\""),
      ])
    let network = session(.memory(limit: 1 << 20))
    let pulls = PublishSubject<Void>()
    let (shown, message) = (Captured<[Item]>(), Captured<String>())
    let bag = DisposeBag()
    // snippet: first
    network.stream.get("items").updates(of: [Item].self)
      .refreshed(on: pulls)
      .do(onError: { error in message.set("\(error)") })
      .retry(when: { errors in errors.flatMapLatest { _ in pulls.take(1) } })
      .subscribe(onNext: { loaded in shown.set(loaded.value) })
      .disposed(by: bag)
    // snippet.end
    pulls.onNext(())
    #expect(message.values.count == 2)
    pulls.onNext(())
    pulls.onNext(())
    #expect(shown.values == [[Item(name: "a")], [Item(name: "b")]])
  }

  @Test func sharingOneRequest() async throws {
    transport.stub(.get("/settings"), with: .json("{}"), times: .times(1))
    let network = session(.memory(limit: 1 << 20))
    // snippet: coalescing
    let settings = try await network.get("settings").coalesced().json()
    // snippet.end
    #expect(settings == [:])
  }
}
