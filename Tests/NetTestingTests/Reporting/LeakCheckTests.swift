import Foundation
import Net
import Stream
import Testing
import XCTest

@testable import NetTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

@Suite struct LeakCheckTests {
  private let failures = CollectedFailures()

  private func ending(_ scope: TestScope = TestScope(checksLeaks: true), _ body: () throws -> Void) rethrows {
    try failures.collect {
      try TestScope.$current.withValue(scope) {
        try body()
        scope.end()
      }
    }
  }

  @Test func objectsTiedToTheTestAreNotLeaks() throws {
    let timer = TestScheduler()
    ending {
      let network = NetworkingMock(delivery: .after(.seconds(5)), timer: timer, afterEach: .test)
      network.stub(.everything, with: User(name: "Trent"))
      let source: TestableObservable<Int> = timer.createHotObservable([])
      _ = source.map { $0 + 1 }.share().record(afterEach: .test)
      Single<User>.create { observer in
        let request = network.get("https://h/a").responseObject(as: User.self) {
          observer($0.result.mapError { $0 })
        }
        return Disposables.create { request.cancel() }
      }.subscribe().disposed(afterEach: .test)
      expectEqual(network.requestCallCount, 1)
    }
    expectTrue(failures.messages.isEmpty)
    expectEqual(timer.pendingCount, 0)
  }

  @Test func mocksAreCheckedAfterTheEndActionsOfTheTest() {
    ending {
      let request = Captured<any NetworkRequesting>()
      TestScope.current?.atEnd { request.value?.cancel() }
      let network = NetworkingMock(delivery: .held, afterEach: .test)
      network.stub(.everything, with: User(name: "Trent"))
      request.set(network.get("https://h/a").resume())
    }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func withoutLeakCheckingNothingIsReported() {
    let network = Captured<NetworkingMock>()
    ending(TestScope()) {
      network.set(NetworkingMock(delivery: .held, afterEach: .test))
      network.value?.stub(.everything, with: User(name: "Trent"))
      network.value?.get("https://h/a").resume()
      _ = Single<Int>.never().record()
    }
    expectTrue(failures.messages.isEmpty)
    expectEqual(network.value?.cancelCount, 1)
  }

  @Test func leaksAreCancelledAfterTheReport() {
    let network = Captured<NetworkingMock>()
    let recording = Captured<SingleRecording<Int>>()
    ending {
      network.set(NetworkingMock(delivery: .held))
      network.value?.stub(.everything, with: User(name: "Trent"))
      network.value?.get("https://h/a").resume()
      recording.set(Single<Int>.never().record())
    }
    expectEqual(failures.messages.count, 2)
    expectEqual(network.value?.cancelCount, 1)
    expectEqual(recording.value?.isDisposed, true)
  }

  @Test func anOpenConnectionIsReportedWithItsRequest() async throws {
    let scope = TestScope(checksLeaks: true)
    let server = failures.collect { MockServer(afterEach: scope, line: 12) }
    server.stub(.get("/slow"), with: .status(200).delay(.seconds(600)))
    try server.start()
    let configuration = URLSessionConfiguration.ephemeral
    // Longer than a busy machine may take to resume this test.
    configuration.timeoutIntervalForRequest = 3600
    let session = URLSession(configuration: configuration)
    let task = session.dataTask(with: server.baseURL.appending(path: "slow")) { _, _, _ in }
    task.resume()
    _ = try await server.takeRequest()
    LeakWitness.$grace.withValue(.milliseconds(5)) { scope.end() }
    expectEqual(
      failures.messages,
      [
        """
        The test ended with a connection open to the server that was created here, during \
        GET \(server.baseURL)/slow.
        Cancel or complete the requests of the test. The server stops now.
        """
      ])
    expectEqual(failures.lines, [12])
    expectEqual(server.openConnectionCount, 0)
    session.invalidateAndCancel()
  }

  @Test func anIdleKeepAliveConnectionIsNotALeak() async throws {
    let scope = TestScope(checksLeaks: true)
    let server = failures.collect { MockServer(afterEach: scope) }
    server.stub(.get("/a"), with: .status(204))
    try server.start()
    let session = URLSession(configuration: .ephemeral)
    _ = try await session.data(from: server.baseURL.appending(path: "a"))
    scope.end()
    expectTrue(failures.messages.isEmpty)
    session.invalidateAndCancel()
  }

  @Test func aRequestCancelledByItsClientIsNotALeak() async throws {
    let scope = TestScope(checksLeaks: true)
    let server = failures.collect { MockServer(afterEach: scope) }
    server.stub(.get("/slow"), with: .status(200).delay(.seconds(600)))
    try server.start()
    let request = NetworkSession().get(server.baseURL.appending(path: "slow"))
    request.response(delivery: .inline, responseSerializer: .data) { _ in }
    _ = try await server.takeRequest()
    request.cancel()
    try await server.waitForClientCloses()
    scope.end()
    expectTrue(failures.messages.isEmpty)
  }

  @Test func theTraitFailsALeakingTest() async throws {
    let test = try #require(Test.current)
    let line: UInt = #line + 4
    try await withKnownIssue {
      try await NetTestingTrait.checkingLeaks.provideScope(for: test, testCase: Test.Case.current) {
        expectEqual(TestScope.current?.checksLeaks, true)
        _ = Single<Int>.never().record()
      }
    } matching: { issue in
      issue.sourceLocation?.line == Int(line)
        && issue.comments.first?.rawValue.hasPrefix("The test ended while the subscription") == true
    }
  }
}

@Suite(.checkingLeaks) struct LeakCheckSuiteTests {
  @Test func theSuiteTraitChecksItsTests() { expectEqual(TestScope.current?.checksLeaks, true) }

  @Test(.netTesting) func aTestWithItsOwnTraitIsCheckedToo() {
    expectEqual(TestScope.current?.checksLeaks, true)
  }

  @Test(arguments: 0..<20) func completedSubscriptionsAreNotLeaks(number: Int) {
    let observed = Observable.from(0...number).toArray().record(afterEach: .test)
    expectEqual(observed.value?.count, number + 1)
  }
}

final class LeakCheckXCTests: XCTestCase {
  private let failures = CollectedFailures()
  private var isLeaking: Bool { name.contains("Leaks") }

  override func invokeTest() {
    failures.collect { checkingLeaks { super.invokeTest() } }
    XCTAssertEqual(failures.messages.count, isLeaking ? 1 : 0, "\(failures.messages)")
  }

  func testLeaksASubscription() { _ = Single<Int>.never().record() }

  func testLeaksARequestInAnAsyncMethod() async {
    await Task.yield()
    let network = NetworkingMock(delivery: .held)
    network.stub(.everything, with: User(name: "Trent"))
    network.get("https://h/a").resume()
  }

  func testKeepsNothing() {
    let network = NetworkingMock(delivery: .held, afterEach: self)
    network.stub(.everything, with: User(name: "Trent"))
    let request = network.get("https://h/a").resume()
    atEnd { request.cancel() }
    _ = Single<Int>.never().record(afterEach: self)
  }
}
