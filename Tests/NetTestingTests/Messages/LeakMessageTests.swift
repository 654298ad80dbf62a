import Dispatch
import Foundation
import Net
import Stream
import TestSupport
import Testing

@testable import NetTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The full text of the failures of tests that end with something open.
@Suite struct LeakMessageTests {
  private let failures = CollectedFailures()

  /// Runs the body as a test that checks for leaks, and ends the test.
  private func test(_ body: () -> Void) {
    failures.collect {
      let scope = TestScope(checksLeaks: true)
      TestScope.$current.withValue(scope) {
        body()
        scope.end()
      }
    }
  }

  @Test func aLiveSubscription() {
    test { _ = Single<Int>.never().record(line: 12) }
    expectEqual(
      failures.messages,
      [
        """
        The test ended while the subscription that is recorded here was live.
        Record it with afterEach:, or dispose of the recording.
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func anOperatorThatIsNotReleased() {
    let (isBusy, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    LeakWitness.$grace.withValue(.milliseconds(5)) {
      test {
        _ = Observable<Int>.create { observer in
          DispatchQueue.global().async { observer.onNext(1) }
          return Disposables.create()
        }.map { number in
          isBusy.signal()
          _ = mayGoOn.wait(timeout: .patience)
          return number
        }.record(afterEach: .test, line: 12)
        _ = isBusy.wait(timeout: .patience)
      }
    }
    mayGoOn.signal()
    expectEqual(
      failures.messages,
      [
        """
        The subscription that was recorded here has ended, but its closures are still in memory.
        An operator is still handling an event, or retains its observer: release it at the end and on disposal.
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func anObservableThatIsSubscribedTo() {
    let scheduler = TestScheduler()
    let held = Captured<any Disposable>()
    test {
      let source: TestableObservable<Int> = scheduler.createHotObservable([], line: 12)
      held.set(source.subscribe())
      scheduler.advance(by: 5)
      held.set(source.subscribe())
    }
    expectEqual(
      failures.messages,
      [
        """
        The test ended with 2 live subscriptions to the observable that was created here, started at 0.0 seconds, 5.0 seconds.
        Dispose of what the code under test returns: record(afterEach:), disposed(afterEach:).
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func openRequestsOnAMock() {
    test {
      let network = NetworkingMock(delivery: .held, line: 12)
      network.stub(.everything, with: User(name: "Trent"))
      network.get("https://h/a", parameters: ["q": 1]).resume()
      network.post("https://h/b").resume()
    }
    expectEqual(
      failures.messages,
      [
        """
        The test ended while 2 requests were open on the mock that was created here: GET https://h/a?q=1, POST https://h/b.
        Cancel or complete the requests of the test. Open requests are cancelled now.
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func ofManyOpenRequestsTheFirstFiveAreNamed() {
    test {
      let network = NetworkingMock(delivery: .held, line: 12)
      network.stub(.everything, with: User(name: "Trent"))
      for number in 1...7 { network.get("https://h/\(number)").resume() }
    }
    let first = (1...5).map { "GET https://h/\($0)" }.joined(separator: ", ")
    expectEqual(failures.messages.map { $0.contains("7 requests were open") }, [true])
    expectEqual(failures.messages.map { $0.contains("here: \(first) and 2 more.") }, [true])
  }

  @Test func anOpenRequestOfAStubbedSession() throws {
    let url = try #require(URL(string: "https://h/a"))
    let stubs = Captured<URLStubs>()
    let isDone = DispatchSemaphore(value: 0)
    test {
      stubs.set(URLStubs(timer: TestScheduler(), line: 12))
      stubs.value?.stub(.everything, with: .status(200).delay(.seconds(5)))
      guard let stubs = stubs.value else { return }
      let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
      session.dataTask(with: url) { _, _, _ in isDone.signal() }.resume()
      session.finishTasksAndInvalidate()
      while stubs.requestCount == 0 { _ = isDone.wait(timeout: .now() + .milliseconds(1)) }
    }
    expectEqual(
      failures.messages,
      [
        """
        The test ended while a request was open on the mock that was created here: GET https://h/a.
        Cancel or complete the requests of the test. Open requests are cancelled now.
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func anOpenRequestOnATransport() {
    test {
      let transport = MockTransport(delivery: .held, afterEach: .test, line: 12)
      transport.stub(.everything, with: .status(200))
      NetworkSession(transport: transport).get("https://h/a").resume()
    }
    expectEqual(
      failures.messages,
      [
        """
        The test ended while a request was open on the mock that was created here: GET https://h/a.
        Cancel or complete the requests of the test. Open requests are cancelled now.
        """
      ])
    expectEqual(failures.lines, [12])
  }
}
