import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing
import XCTest

private struct Counter: Sendable {
  func counts(to limit: Int) -> Observable<Int> { Observable.from(1...limit) }
}

private let counter = Counter()

/// A server of another library, which must be stopped.
final class DemoServer: Sendable {
  let stopped = Captured<Bool>()

  func stop() { stopped.set(true) }
}

/// The samples of the article "The life of a test" that need an `XCTestCase`.
final class LifeOfATestCaseTests: XCTestCase {
  private let got = Captured<Int>()
  private let server = DemoServer()

  override func tearDown() {
    super.tearDown()
    XCTAssertLessThan(server.stopped.count, 2)
  }

  // snippet: xctest
  func testCounts() {
    let counts = counter.counts(to: 3).record(afterEach: self)
    counter.counts(to: 3).subscribe(onNext: got.set).disposed(afterEach: self)
    atEnd { [server] in server.stop() }
    XCTAssertEqual(counts.values, got.values)
  }
  // snippet.end

  func testAdvancingTime() {
    // snippet: time
    let scheduler = TestScheduler()
    let slow = Single<Int>.never().timeout(.seconds(5), scheduler: scheduler).record(afterEach: self)
    scheduler.advance(by: .milliseconds(4900))
    expect(slow.event).to(beNil())
    scheduler.advance(by: .milliseconds(100))
    expect(slow.event).to(beFailure(with: StreamError.timeout))
    // snippet.end
  }

  func testAdvancingTimeInAnExpectation() {
    let scheduler = TestScheduler()
    let user = Single.just("trentm").delay(.seconds(30), scheduler: scheduler).record(afterEach: self)
    // snippet: advancing
    expect(user.event).toEventually(beSuccess(), advancing: scheduler)
    // snippet.end
    XCTAssertEqual(scheduler.now, .seconds(30))
  }
}

// snippet: swift-testing
@Suite(.netTesting) struct CounterTests {
  @Test(arguments: 1...3) func counts(to limit: Int) {
    let counts = counter.counts(to: limit).record(afterEach: .test)
    expect(counts.values.last).to(equal(limit))
  }
}
// snippet.end

// snippet: generic
func startServer(afterEach test: some TestLifetime) -> DemoServer {
  let server = DemoServer()
  test.atEnd { server.stop() }
  return server
}
// snippet.end

// snippet: leaks
@Suite(.checkingLeaks) struct SyncTests {
  @Test func syncs() {
    let counts = counter.counts(to: 3).record(afterEach: .test)
    #expect(counts.values == [1, 2, 3])
  }
}
// snippet.end

// snippet: leaks-xctest
final class SyncCaseTests: XCTestCase {
  override func invokeTest() { checkingLeaks { super.invokeTest() } }

  func testSyncs() {
    let counts = counter.counts(to: 3).record(afterEach: self)
    XCTAssertEqual(counts.values, [1, 2, 3])
  }
}
// snippet.end

/// The other samples of the article.
@Suite struct LifeOfATestGuideTests {
  private struct User: Codable, Equatable, Sendable { var login: String }

  private struct UserService: Sendable {
    let network: any Networking

    func getUser(_ login: String) -> Single<User> { network.stream.get("/users/\(login)").object() }

    func getUser(_ login: String, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
      network.get("/users/\(login)")
        .response(delivery: .inline, responseSerializer: .decodable(of: User.self)) { response in
          completion(response.result.mapError { $0 })
        }
    }
  }

  private func mockedService() -> UserService {
    let network = NetworkingMock()
    network.stub(.get("/users/{login}"), with: User(login: "trentm"))
    return UserService(network: network)
  }

  @Test func endActionsRunAtTheEndOfTheTest() {
    let scope = TestScope()
    let server = startServer(afterEach: scope)
    #expect(server.stopped.count == 0)
    scope.end()
    #expect(server.stopped.count == 1)
  }

  @Test(.netTesting) func callbacksAreCaptured() {
    let service = mockedService()
    // snippet: captured
    let got = Captured<Result<User, any Error>>()
    service.getUser("trentm", completion: got.set)
    expect(got.value).to(beSuccess())
    // snippet.end
  }

  @Test(.netTesting) func eventsHaveValuesAndStates() throws {
    let user = mockedService().getUser("trentm").record(afterEach: .test)
    // snippet: expect
    #expect(user.event.isSuccess)
    let value = try #require(user.event.value)
    // snippet.end
    #expect(value.login == "trentm")
  }

  @Test(.netTesting) func waitingForAsynchronousWork() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/users/{login}"), with: .json(["login": "trentm"]))
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    let service = UserService(network: NetworkSession(configuration: configuration))
    let got = Captured<Result<User, any Error>>()
    // snippet: waiting
    let user = service.getUser("trentm").record(afterEach: .test)
    await user.completion(within: .seconds(10))
    expect(user.event).to(beSuccess())

    service.getUser("trentm", completion: got.set)
    let first = await got.next()
    await expect(server.requests.count).toEventually(equal(2))
    // snippet.end
    expect(first).to(beSuccess(User(login: "trentm")))
  }
}
