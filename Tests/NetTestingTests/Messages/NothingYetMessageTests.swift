import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing

/// The failures of expectations on values that have not arrived: why, and what the test may be waiting for.
@Suite struct NothingYetMessageTests {
  private let failures = CollectedFailures()
  private let question = """
    is a request pending, has virtual time not advanced, or must the test await another thread, such as the main one?
    """

  /// Runs the body as a test, and ends the test.
  private func test(_ body: () -> Void) {
    let scope = TestScope()
    TestScope.$current.withValue(scope) { failures.collect(body) }
    scope.end()
  }

  @Test func aPendingRequestIsNamed() {
    test {
      let network = NetworkingMock(delivery: .held, file: "/t/A.swift", line: 9)
      network.stub(.everything, with: User(name: "Trent"))
      network.get("https://h/users/trentm").resume()
      let user = Single<User>.never().record(file: "/t/A.swift", line: 12)
      expect(user.event).to(beSuccess())
      user.dispose()
    }
    #expect(
      failures.messages == [
        """
        expected a success, got nil: the subscription that is recorded at A.swift:12 is live, and has delivered nothing yet; \
        GET https://h/users/trentm is pending on the mock of A.swift:9
        """
      ])
  }

  @Test func aMockWithoutPendingRequestsIsNotNamed() {
    test {
      withExtendedLifetime(NetworkingMock()) {
        expect(Captured<Int>().count) == 1
      }
    }
    expectEqual(
      failures.messages,
      [
        """
        expected 1, got 0: the callback has not been called; \(question)
        """
      ])
  }

  @Test func theNextScheduledActionIsNamed() {
    test {
      let scheduler = TestScheduler()
      let slow = Single.just(1).delay(.seconds(5), scheduler: scheduler).record(file: "/t/A.swift", line: 12)
      scheduler.advance(by: 2)
      expect(slow.value) == 1
      slow.dispose()
    }
    expectEqual(
      failures.messages,
      [
        """
        expected 1, got nil: the subscription that is recorded at A.swift:12 is live, and has delivered nothing yet; \
        the virtual time is 2.0 seconds, and the next action is due at 5.0 seconds
        """
      ])
  }

  @Test func noElementsAreExplainedLikeNoEvent() {
    test {
      let scheduler = TestScheduler()
      let ticks = Observable<Int>.timer(.seconds(1), scheduler: scheduler).record(
        file: "/t/A.swift", line: 12)
      expect(ticks.values) == [0]
      expect(ticks.isCompleted).to(beTrue())
      expect(ticks.values).toNot(beEmpty())
      ticks.dispose()
    }
    let reason = """
      the subscription that is recorded at A.swift:12 is live, and has delivered nothing yet; the virtual time is 0.0 \
      seconds, and the next action is due at 1.0 seconds
      """
    expectEqual(
      failures.messages,
      [
        "expected [0], got []: \(reason)", "expected true, got false: \(reason)",
        "expected anything but nothing in it, got []: \(reason)",
      ])
  }

  @Test func anUncalledCallbackIsTheReasonForTheCount() {
    TestScope.$current.withValue(nil) {
      failures.collect { expect(Captured<Int>().count) == 1 }
    }
    expectEqual(
      failures.messages,
      [
        """
        expected 1, got 0: the callback has not been called; \(question)
        """
      ])
  }

  @Test func withoutAScopeBothCausesAreNamed() {
    TestScope.$current.withValue(nil) {
      failures.collect {
        let names = Observable<Int>.never().record(file: "/t/A.swift", line: 12)
        expect(names.event).toNot(beFailure())
        names.dispose()
      }
    }
    expectEqual(
      failures.messages,
      [
        """
        expected anything but a failure, got nil, which fails either way: the subscription that is recorded \
        at A.swift:12 is live, and has delivered nothing yet; \(question)
        """
      ])
  }

  @Test func aDisposedSubscriptionIsNamed() {
    TestScope.$current.withValue(nil) {
      failures.collect {
        let names = Observable<Int>.never().record(file: "/t/A.swift", line: 12)
        names.dispose()
        expect(names.event).to(beSuccess())
      }
    }
    expectEqual(
      failures.messages,
      [
        """
        expected a success, got nil: the subscription that is recorded at A.swift:12 was disposed of before it delivered anything
        """
      ])
  }

  @Test func anUncalledCallbackIsNamed() {
    TestScope.$current.withValue(nil) {
      failures.collect { expect(Captured<Result<Int, any Error>>().value).to(beSuccess()) }
    }
    expectEqual(
      failures.messages,
      [
        """
        expected a success, got nil: the callback has not been called; \(question)
        """
      ])
  }

  @Test func aReceivedValueAddsNoExplanation() {
    test {
      let network = NetworkingMock(delivery: .held)
      network.stub(.everything, with: User(name: "Trent"))
      network.get("https://h/users/trentm").resume()
      expect(Single.just(1).record().event).to(beFailure())
    }
    expectEqual(failures.messages, ["expected a failure, got the success 1"])
  }
}
