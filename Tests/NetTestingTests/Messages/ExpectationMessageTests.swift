import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing

/// The full text of the failures of `expect(…).to(…)` and of waiting.
@Suite struct ExpectationMessageTests {
  private let success = Result<Int, any Error>.success(3)
  private let failure = Result<Int, any Error>.failure(URLError(.cannotFindHost))

  @Test func aSuccessWasExpected() {
    expectEqual(
      failures { expect(Result<Int, any Error>.failure(StoreError.full)).to(beSuccess()) },
      [
        "expected a success, got the failure full (StoreError)"
      ])
  }

  @Test func anEqualSuccessWasExpected() {
    expectEqual(failures { expect(success).to(beSuccess(4)) }, ["expected the success 4, got the success 3"])
  }

  @Test func anotherFailureWasExpected() {
    expectEqual(
      failures {
        expect(Result<Int, any Error>.failure(StoreError.full)).to(beFailure(with: StoreError.gone))
      },
      [
        "expected the failure gone (StoreError), got the failure full (StoreError)"
      ])
  }

  @Test func theFirstDifferenceOfLongListsIsNamed() {
    let numbers = (0..<200).map { "number \($0)" }
    var others = numbers
    others[117] = "nothing"
    let messages = failures { expect(numbers) == others }
    expectEqual(messages.map { $0.hasSuffix("; they differ at [117], character 1: \"o\", \"u\"") }, [true])
    expectEqual(failures { expect([1, 2]) == [1, 3] }, ["expected [1, 3], got [1, 2]"])
  }

  @Test func anUnwantedValueWithASecretIsNotCalledDifferent() {
    let form = Data("password=hunter2".utf8)
    let messages = failures { expect(form).toNot(equal(form)) }
    expectEqual(messages.map { $0.hasPrefix("expected anything but 16 bytes: ") }, [true])
    expectEqual(messages.map { $0.contains("differ") || $0.contains("hunter2") }, [false])
  }

  @Test func noEventWasReceived() {
    expectEqual(
      failures { expect(SingleEvent<Int>?.none).toNot(beFailure()) },
      [
        "expected anything but a failure, got nil, which fails either way"
      ])
  }

  @Test func theExpressionThrew() throws {
    let got = try failures { expect(try self.three()).to(equal(3)) }
    expectEqual(got, ["expected 3, but the expression threw full (StoreError)"])
  }

  private func three() throws -> Int { throw StoreError.full }

  @Test func theTimeLimitHasPassed() async {
    let collected = CollectedFailures()
    await collected.collectAsync { await expect(3).toEventually(equal(4), within: .zero) }
    expectEqual(collected.messages, ["expected 4 within 0.0 seconds, got 3"])
  }

  @Test func theStreamHasNotEnded() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      let recording = Observable.just(1).concat(Observable<Int>.never()).record()
      await recording.completion(within: .zero)
      recording.dispose()
      await recording.completion()
    }
    expectEqual(
      collected.messages,
      [
        "expected the end of the stream within 0.0 seconds, got only next(1)",
        "expected the end of the stream, got only next(1) before it was disposed of",
      ])
  }

  @Test func nothingWasCaptured() async {
    let collected = CollectedFailures()
    await collected.collectAsync { _ = await Captured<Int>().next(within: .zero) }
    expectEqual(collected.messages, ["expected a value within 0.0 seconds, got none"])
  }

  @Test func theMarblesDiffer() {
    let events: [Recorded<Event<String>>] = [.next(201, "a"), .next(203, "c"), .completed(204)]
    expectEqual(
      failures { expect(events).to(equalMarbles("-a-b|")) },
      [
        """
        the marbles differ
          expected  -a-b|
          got       -a-c|
                       ^
        at 203 s, tick 3, expected b, got c
        """
      ])
  }

  @Test func theTraitIsMissing() {
    let collected = CollectedFailures()
    TestScope.$current.withValue(nil) {
      collected.collect { Single.just(1).record(afterEach: .test).dispose() }
    }
    expectEqual(
      collected.messages,
      [
        """
        `.test` does not know when this test ends. Add the trait: @Test(.netTesting), or @Suite(.netTesting) for \
        all tests of a suite. A detached task does not inherit it. The action for the end of the test does not run.
        """
      ])
  }

  @Test func aLongExpectedValueIsCut() {
    let long = String(repeating: "x", count: 1_000_000)
    let messages = failures {
      expect("a").to(equal(long))
      expect(success).to(beFailure(with: LongError(text: long)))
    }
    #expect(messages.count == 2 && messages.allSatisfy { $0.count < 3_000 })
  }
}

private struct LongError: Error, Hashable {
  var text: String
}
