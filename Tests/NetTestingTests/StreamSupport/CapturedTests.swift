import Dispatch
import NetTesting
import TestSupport
import Testing

@Suite struct CapturedTests {
  private let got = Captured<Int>()

  @Test func aNewCapturedValueIsEmpty() {
    expectNil(got.value)
    expectTrue(got.values.isEmpty)
    expectEqual(got.count, 0)
  }

  @Test func valuesAreKeptInOrder() {
    call(got.set, with: [1, 2])
    expectEqual(got.value, 2)
    expectEqual(got.values, [1, 2])
    expectEqual(got.count, 2)
  }

  @Test func nextReturnsEachValueOnce() async {
    call(got.set, with: [1, 2])
    let values = [await got.next(), await got.next()]
    expectEqual(values, [1, 2])
  }

  @Test func nextWaitsForAnotherThread() async {
    let got = got
    DispatchQueue.global().async { got.set(3) }
    expectEqual(await got.next(), 3)
  }

  @Test func eachValueGoesToOneWaiter() async {
    let got = got
    let taken = await withTaskGroup(of: Int?.self, returning: [Int].self) { group in
      for number in 0..<100 {
        group.addTask { await got.next() }
        DispatchQueue.global().async { got.set(number) }
      }
      return await group.reduce(into: []) { taken, value in if let value { taken.append(value) } }
    }
    expectEqual(taken.sorted(), Array(0..<100))
  }

  @Test func nextFailsAtTheTimeLimit() async {
    let (collected, got) = (CollectedFailures(), got)
    got.set(1)
    let line: UInt = #line + 3
    await collected.collectAsync {
      await got.next()
      let none = await got.next(within: .milliseconds(10))
      expectNil(none)
    }
    expectEqual(collected.messages, ["expected a value within 0.01 seconds, got none after the first 1"])
    expectEqual(collected.places, [SourcePlace(file: #filePath, line: line)])
  }

  @Test func nextEndsWhenTheTaskIsCancelled() async {
    let (collected, got) = (CollectedFailures(), got)
    await collected.collectAsync {
      let task = Task { await got.next(within: .seconds(3600)) }
      task.cancel()
      expectNil(await task.value)
    }
    expectEqual(collected.messages, ["expected a value before the task was cancelled, got none"])
  }

  @Test func expectComparesTheLastValue() {
    let results = Captured<Result<Int, any Error>>()
    expectEqual(
      failures { expect(results).to(beSuccess()) },
      [
        """
        expected a success, got nil: the callback has not been called; is a request pending, has virtual time not \
        advanced, or must the test await another thread, such as the main one?
        """
      ])
    results.set(.success(3))
    expect(results).to(beSuccess(3))
  }

  private func call(_ callback: @Sendable (Int) -> Void, with values: [Int]) { values.forEach(callback) }
}
