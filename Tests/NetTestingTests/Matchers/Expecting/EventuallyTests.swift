import Dispatch
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct EventuallyTests {
  @Test func returnsImmediatelyWhenTheExpectationHolds() async {
    await expect(3).toEventually(equal(3), within: .zero)
  }

  @Test func noticesAChangeOfACapturedValue() async {
    let got = Captured<Int>()
    DispatchQueue.global().async { got.set(3) }
    await expect(got.value).toEventually(equal(3))
  }

  @Test func noticesAChangeOfAnOrdinaryVariable() async {
    let count = Lock(0)
    DispatchQueue.global().async { count.withLock { $0 = 3 } }
    await expect(count.withLock { $0 }).toEventually(equal(3))
  }

  @Test func toEventuallyNotWaitsUntilTheMatcherFails() async {
    let got = Captured<Int>()
    got.set(3)
    DispatchQueue.global().async { got.set(4) }
    await expect(got.value).toEventuallyNot(equal(3))
  }

  @Test func failsAtTheTimeLimit() async {
    let collected = CollectedFailures()
    let line: UInt = #line + 1
    await collected.collectAsync { await expect(3).toEventually(equal(4), within: .milliseconds(20)) }
    expectEqual(collected.messages, ["expected 4 within 0.02 seconds, got 3"])
    expectEqual(collected.places, [SourcePlace(file: #filePath, line: line)])
  }

  @Test func endsWhenTheTaskIsCancelled() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      let task = Task { await expect(3).toEventually(equal(4), within: .seconds(3600)) }
      task.cancel()
      await task.value
    }
    expectEqual(collected.messages, ["expected 4 before the task was cancelled, got 3"])
  }

  @MainActor @Test func evaluatesInTheIsolationOfTheCaller() async {
    let screen = Screen()
    Task { screen.title = "loaded" }
    await expect(screen.title).toEventually(equal("loaded"))
  }
}

@MainActor private final class Screen {
  var title = ""
}
