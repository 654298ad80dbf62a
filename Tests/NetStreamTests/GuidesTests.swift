import Foundation
import Net
import NetStream
import NetTesting
import Stream
import XCTest

/// The code of the guides, in their order, compiled and run.
final class GuidesTests: XCTestCase {
  private struct Token: Codable, Sendable { var id: String }
  private struct Profile: Codable, Equatable, Sendable { var name: String }

  func testShowTheResultOnTheMainThread() async {
    let network = NetworkingMock(afterEach: self)
    network.mock(.get("/hits"), with: ["a", "b"])
    let shown = Captured<Bool>()
    let bag = DisposeBag()
    network.stream.get("hits").object(as: [String].self)
      .observe(on: .main)
      .subscribe(onSuccess: { _ in shown.set(Thread.isMainThread) }, onFailure: { _ in shown.set(false) })
      .disposed(by: bag)
    let wasMain = await shown.next()
    XCTAssertEqual(wasMain, true)
  }

  func testOnlyTheLatestSearchIsShown() {
    let network = NetworkingMock(delivery: .held)
    network.mock(.get("/search")) { request in [request.parameters["q"] as? String ?? ""] }
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

  func testASearchThatFailsEndsNothing() {
    let network = NetworkingMock()
    network.mock(.get("/search"), answers: [.status(500), .json(["b"])])
    let scheduler = TestScheduler()
    let shown = Captured<[String]>()
    let model = SearchModel(service: SearchService(network: network), scheduler: scheduler, show: shown.set)
    for text in ["a", "b"] {
      model.query.onNext(text)
      scheduler.advance(by: .milliseconds(300))
    }
    XCTAssertEqual(shown.values, [[], ["b"]])
  }

  func testPollingLeavesTicksOutWhileAnAnswerIsAwaited() {
    let network = NetworkingMock(delivery: .held)
    network.mock(.get("/status"), with: Profile(name: "up"))
    let scheduler = TestScheduler()
    let status = Observable<Int>.interval(.seconds(30), scheduler: scheduler)
      .startWith(0)
      .flatMapFirst { _ in network.stream.get("status").object(as: Profile.self) }
      .distinctUntilChanged()
    let observed = status.record(afterEach: self)
    scheduler.advance(by: .seconds(60))
    XCTAssertEqual(network.requestCallCount, 1)
    network.pending.first?.complete()
    scheduler.advance(by: .seconds(30))
    XCTAssertEqual(network.requestCallCount, 2)
    network.pending.first?.complete()
    XCTAssertEqual(observed.values, [Profile(name: "up")])
  }

  func testLogInThenLoad() {
    let network = NetworkingMock(afterEach: self)
    network.mock(.post("/login"), with: Token(id: "t1"))
    network.mock(
      .get("/profile") && .header("Authorization", equals: "Bearer t1"), with: Profile(name: "Ada"))
    let profile: Single<Profile> = network.stream
      .post("login", jsonObject: ["name": "ada", "password": "secret"])
      .object(as: Token.self)
      .flatMap { token in
        network.stream.get("profile").header(.authorization(bearerToken: token.id)).object()
      }
    expect(profile.record(afterEach: self).event).to(beSuccess(Profile(name: "Ada")))
  }

  func testAFailedLoginSendsNoSecondRequest() {
    let network = NetworkingMock(afterEach: self)
    network.mock(.post("/login"), answer: .status(401))
    network.stream.post("login", jsonObject: ["name": "ada"]).object(as: Token.self)
      .flatMap { _ in network.stream.get("profile").object(as: Profile.self) }
      .subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.requestCallCount, 1)
  }

  func testSeveralRequestsAtOnceWithALimit() {
    let network = NetworkingMock(afterEach: self, delivery: .held)
    network.mock(.get("/users/{login}"), with: Profile(name: "x"))
    let users = Single.zip(
      ["a", "b", "c"].map { network.stream.get("users/\($0)").object(as: Profile.self) }, maxConcurrent: 2)
    users.subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.pending.count, 2)
  }

  func testUploadWithProgress() throws {
    let film = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString)")
    try Data("hello".utf8).write(to: film)
    defer { try? FileManager.default.removeItem(at: film) }
    let network = NetworkingMock(afterEach: self)
    network.mock(.put("/films/1"), with: Profile(name: "Sunset"))
    let shown = Captured<Double>()
    let uploaded: Single<Profile> = network.stream.put("films/1", file: film)
      .uploadProgress { progress in shown.set(progress.fraction ?? 0) }
      .object()
    expect(uploaded.record(afterEach: self).event).to(beSuccess(Profile(name: "Sunset")))
    XCTAssertEqual(shown.values, [1])
  }

  func testDownloadAFile() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let network = NetworkingMock(afterEach: self)
    network.mock(.get("/films/1"), answer: .text("hello"))
    let film: Single<URL> = network.stream.get("films/1").download(
      to: .file(place, options: .replaceExisting))
    expect(film.record(afterEach: self).event).to(beSuccess(place))
    XCTAssertEqual(try String(contentsOf: place, encoding: .utf8), "hello")
  }

  func testAllPages() {
    let network = NetworkingMock(afterEach: self)
    network.mock(
      .everything,
      answers: [StubResponse.json([1, 2]).header("Link", "</more>; rel=next"), StubResponse.json([3])])
    let everything: Single<[Int]> = network.stream.get("numbers")
      .pages(of: [Int].self)
      .toArray()
      .map { pages in pages.flatMap { $0 } }
    expect(everything.record(afterEach: self).event).to(beSuccess([1, 2, 3]))
  }

  func testFallBackToASecondServer() {
    let primary = NetworkingMock(afterEach: self)
    primary.mock(.everything, answer: .status(503))
    let secondary = NetworkingMock(afterEach: self)
    secondary.mock(.everything, with: Profile(name: "fallback"))
    let status: Single<Profile> = primary.stream.get("status").object()
      .catch { _ in secondary.stream.get("status").object() }
    expect(status.record(afterEach: self).event).to(beSuccess(Profile(name: "fallback")))
  }
}

private struct SearchService: Sendable {
  let network: any Networking

  func search(_ q: String) -> Single<[String]> {
    network.stream.get("search", parameters: ["q": q]).object()
  }
}

private final class SearchModel: Sendable {
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
