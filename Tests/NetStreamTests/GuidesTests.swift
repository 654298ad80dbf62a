import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import XCTest

/// The code of the guides, in their order, compiled and run.
final class GuidesTests: XCTestCase {
  private struct Token: Codable, Sendable { var id: String }
  private struct Profile: Codable, Equatable, Sendable { var name: String }
  private typealias Status = Profile
  private typealias Report = Profile
  private typealias User = Profile
  private typealias Film = Profile

  private struct Bar: Sendable {
    let shown = Captured<Double>()

    func show(_ fraction: Double) { shown.set(fraction) }
  }

  func testShowTheResultOnTheMainThread() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/search"), with: ["a", "b"])
    let screen = await SearchScreen(service: SearchService(network: network))
    let shown = expectation(description: "shown")
    await screen.search("swift")
    // Runs after the result, which the mock has dispatched to the main thread inside `search`.
    MainScheduler().schedule { shown.fulfill() }
    await fulfillment(of: [shown], timeout: .patience)
    let hits = await screen.hits
    XCTAssertEqual(hits, ["a", "b"])
  }

  func testShowAFailureOnTheMainThread() async {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/search"), with: .status(404))
    let screen = await SearchScreen(service: SearchService(network: network))
    let shown = expectation(description: "shown")
    await screen.search("swift")
    MainScheduler().schedule { shown.fulfill() }
    await fulfillment(of: [shown], timeout: .patience)
    let message = await screen.message
    XCTAssertFalse(message.isEmpty)
  }

  func testOnlyTheLatestSearchIsShown() {
    let network = NetworkingMock(delivery: .held)
    network.stub(.get("/search")) { request in [request.query("q") ?? ""] }
    let scheduler = TestScheduler()
    let shown = Captured<[String]>()
    let model = SearchModel(service: SearchService(network: network), scheduler: scheduler, show: shown.set)
    for text in ["s", "sw"] {
      model.query.onNext(text)
      scheduler.advance(by: .milliseconds(300))
    }
    XCTAssertEqual(network.cancelCount, 1)
    network.pending.first?.complete()
    XCTAssertEqual(shown.values, [["sw"]])
  }

  func testReleasingTheModelCancelsItsRequest() {
    let network = NetworkingMock(delivery: .held)
    network.stub(.get("/search"), with: ["a"])
    let scheduler = TestScheduler()
    let shown = Captured<[String]>()
    var model: SearchModel? = SearchModel(
      service: SearchService(network: network), scheduler: scheduler, show: shown.set)
    model?.query.onNext("swift")
    scheduler.advance(by: .milliseconds(300))
    let pending = network.pending.first
    model = nil
    XCTAssertEqual(network.cancelCount, 1)
    pending?.complete()
    XCTAssertEqual(shown.values, [])
  }

  func testAFailedSearchDoesNotEndTheStream() {
    let network = NetworkingMock()
    network.stub(.get("/search"), withSequence: [.status(500), .json(["b"])])
    let scheduler = TestScheduler()
    let shown = Captured<[String]>()
    let model = SearchModel(service: SearchService(network: network), scheduler: scheduler, show: shown.set)
    for text in ["a", "b"] {
      model.query.onNext(text)
      scheduler.advance(by: .milliseconds(300))
    }
    XCTAssertEqual(shown.values, [[], ["b"]])
  }

  func testPollingSkipsTicksWhileARequestIsInFlight() {
    let network = NetworkingMock(delivery: .held)
    network.stub(.get("/status"), with: Profile(name: "up"))
    let scheduler = TestScheduler()
    // snippet: poll
    let status: Observable<Status> = Observable<Int>.interval(.seconds(30), scheduler: scheduler)
      .startWith(0)
      .flatMapFirst { _ in
        network.stream.get("status").object(as: Status.self).asObservable().catch { _ in .empty() }
      }
      .distinctUntilChanged()
    // snippet.end
    let observed = status.record(afterEach: self)
    scheduler.advance(by: .seconds(60))
    XCTAssertEqual(network.requestCallCount, 1)
    network.pending.first?.complete()
    scheduler.advance(by: .seconds(30))
    XCTAssertEqual(network.requestCallCount, 2)
    network.pending.first?.complete()
    XCTAssertEqual(observed.values, [Profile(name: "up")])
    // A failed request does not end the stream.
    scheduler.advance(by: .seconds(30))
    network.pending.first?.complete(with: .status(503))
    scheduler.advance(by: .seconds(30))
    network.pending.first?.complete(with: .json(["name": "down"]))
    XCTAssertEqual(observed.values.map(\.name), ["up", "down"])
  }

  func testLogInThenLoad() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/login"), with: Token(id: "t1"))
    network.stub(
      .get("/profile") && .header("Authorization", equals: "Bearer t1"), with: Profile(name: "Ada"))
    let (name, password) = ("ada", "secret")
    // snippet: login
    let profile: Single<Profile> = network.stream
      .post("login", jsonObject: ["name": .string(name), "password": .string(password)])
      .object(as: Token.self)
      .flatMap { token in
        network.stream.get("profile").header(.authorization(bearerToken: token.id)).object()
      }
    // snippet.end
    expect(profile.record(afterEach: self).event).to(beSuccess(Profile(name: "Ada")))
  }

  func testAFailedLoginSendsNoSecondRequest() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.post("/login"), with: .status(401))
    network.stream.post("login", jsonObject: ["name": "ada"]).object(as: Token.self)
      .flatMap { _ in network.stream.get("profile").object(as: Profile.self) }
      .subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.requestCallCount, 1)
  }

  func testConcurrentRequestsWithALimit() {
    let network = NetworkingMock(delivery: .held, afterEach: self)
    network.stub(.get("/users/{login}"), with: User(name: "x"))
    let service = UserService(network: network)
    let logins = ["a", "b", "c", "d", "e"]
    // snippet: zip
    let users: Single<[User]> = Single.zip(logins.map { service.user($0) }, maxConcurrent: 4)
    // snippet.end
    users.subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.pending.count, 4)
  }

  func testTheFirstFailureCancelsTheOthersAndSendsNoMore() {
    let network = NetworkingMock(delivery: .held, afterEach: self)
    network.stub(.get("/users/{login}"), with: .status(500))
    let service = UserService(network: network)
    let users = Single.zip(["a", "b", "c"].map { service.user($0) }, maxConcurrent: 2).record(afterEach: self)
    network.pending.first?.complete()
    expect(users.event).to(beFailure(with: NetworkError.Reason.validation(.statusCode(500))))
    XCTAssertEqual(network.cancelCount, 1)
    XCTAssertEqual(network.requestCallCount, 2)
  }

  func testUploadWithProgress() throws {
    let film = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString)")
    try Data("hello".utf8).write(to: film)
    defer { try? FileManager.default.removeItem(at: film) }
    let network = NetworkingMock(afterEach: self)
    network.stub(.put("/films/1"), with: Profile(name: "Sunset"))
    let bar = Bar()
    // snippet: upload
    let uploaded: Single<Film> = network.stream.put("films/1", file: film)
      .uploadProgress { progress in bar.show(progress.fraction ?? 0) }
      .object()
    // snippet.end
    expect(uploaded.record(afterEach: self).event).to(beSuccess(Profile(name: "Sunset")))
    XCTAssertEqual(bar.shown.values, [1])
  }

  func testDownloadAFile() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/films/1"), with: .text("hello"))
    // snippet: download
    let film: Single<URL> = network.stream.get("films/1")
      .download(to: .file(place, options: .replaceExisting))
    // snippet.end
    expect(film.record(afterEach: self).event).to(beSuccess(place))
    XCTAssertEqual(try String(contentsOf: place, encoding: .utf8), "hello")
  }

  func testFollowEvents() async {
    let timer = TestScheduler()
    let network = NetworkingMock(timer: timer, afterEach: self)
    network.stub(.get("/ticks"), with: .events([ServerSentEvent("one")]))
    let shown = Captured<String>()
    let bag = DisposeBag()
    @Sendable func show(_ data: String) { shown.set(data) }
    @Sendable func show(_ error: any Error) { shown.set("\(error)") }
    // snippet: events
    network.stream.get("ticks").events()
      .subscribe(onMain: { event in show(event.data) }, onError: { error in show(error) })
      .disposed(by: bag)
    // snippet.end
    let first = await shown.next()
    XCTAssertEqual(first, "one")
  }

  func testAllPages() {
    let network = NetworkingMock(afterEach: self)
    network.stub(
      .everything,
      withSequence: [
        StubResponse.json([["name": "a"], ["name": "b"]]).header("Link", "</more>; rel=next"),
        StubResponse.json([["name": "c"]]),
      ])
    // snippet: pages
    let everyone: Single<[User]> = network.stream.get("users/trentm/followers")
      .pages(of: [User].self)
      .toArray()
      .map { pages in pages.flatMap { $0 } }
    // snippet.end
    expect(everyone.record(afterEach: self).event).to(beSuccess(["a", "b", "c"].map { User(name: $0) }))
  }

  func testAllPagesByACursor() {
    struct PostPage: Codable, Sendable {
      var posts: [String]
      var next: String?
    }
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/posts")) { request in
      request.query("cursor") == "b" ? PostPage(posts: ["c"]) : PostPage(posts: ["a"], next: "b")
    }
    // snippet: cursor
    let posts = network.stream.pages(of: PostPage.self, first: network.stream.get("posts")) { page, last in
      page.next.map { cursor in last.parameter("cursor", cursor) }
    }
    // snippet.end
    XCTAssertEqual(posts.record(afterEach: self).values.map(\.posts), [["a"], ["c"]])
    XCTAssertEqual(network.requestCallCount, 2)
  }

  func testFallBackToASecondServer() {
    let primary = NetworkingMock(afterEach: self)
    primary.stub(.everything, with: .status(503))
    let secondary = NetworkingMock(afterEach: self)
    secondary.stub(.everything, with: Profile(name: "fallback"))
    // snippet: fallback
    let status: Single<Status> = primary.stream.get("status").object()
      .catch { _ in secondary.stream.get("status").object() }
    // snippet.end
    expect(status.record(afterEach: self).event).to(beSuccess(Profile(name: "fallback")))
  }

  func testRetry() {
    let scheduler = TestScheduler()
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("/report"), withSequence: [.status(503), .json(["name": "done"])])
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    let network = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    // snippet: retry
    let report: Single<Report> = network.stream.get("report").retry(RetryPolicy()).object()
    // snippet.end
    let observed = report.record(afterEach: self)
    scheduler.advance(by: .seconds(60))
    expect(observed.event).to(beSuccess(Report(name: "done")))
    XCTAssertEqual(transport.requests.count, 2)
  }

  func testTheFrontPage() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("https://api.example.com/search"), with: [Hit(text: "swift")])
    let hits = FrontPage.SearchService(network: network).search("swift").record(afterEach: self)
    expect(hits.event).to(beSuccess([Hit(text: "swift")]))
    XCTAssertEqual(network.lastRequest?.parameters["q"] as? String, "swift")
  }

  private struct UserService {
    let network: any Networking

    func user(_ login: String) -> Single<User> { network.stream.get("users/\(login)").object() }
  }
}

struct SearchService: Sendable {
  let network: any Networking

  func search(_ q: String) -> Single<[String]> {
    network.stream.get("search", parameters: ["q": q]).object()
  }
}

private struct Hit: Codable, Equatable, Sendable { var text: String }

/// The service of the NetStream landing page.
private enum FrontPage {
  // snippet: front-page
  struct SearchService {
    let network: any Networking

    func search(_ q: String) -> Single<[Hit]> {
      network.stream.get("https://api.example.com/search", parameters: ["q": q]).object()
    }
  }
  // snippet.end
}

// snippet: main-thread
@MainActor
final class SearchScreen {
  private(set) var hits: [String] = []
  private(set) var message = ""
  private let service: SearchService
  private let bag = DisposeBag()

  init(service: SearchService) { self.service = service }

  func search(_ text: String) {
    service.search(text)
      .subscribe(
        with: self,
        onMain: { screen, hits in screen.hits = hits },
        onFailure: { screen, error in screen.message = "\(error)" }
      )
      .disposed(by: bag)
  }
}
// snippet.end

// snippet: search
final class SearchModel: Sendable {
  let query = PublishSubject<String>()
  private let bag = DisposeBag()

  init(service: SearchService, scheduler: any Scheduler, show: @escaping @Sendable ([String]) -> Void) {
    query
      .debounce(.milliseconds(300), scheduler: scheduler)
      .distinctUntilChanged()
      .flatMapLatest { text in service.search(text).catchAndReturn([]) }
      .subscribe(onNext: show)
      .disposed(by: bag)
  }
}
// snippet.end
