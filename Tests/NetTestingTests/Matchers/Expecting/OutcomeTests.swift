import Net
import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct OutcomeTests {
  @Test func aSuccessHasAValue() throws {
    let event: SingleEvent<Int>? = .success(3)
    expectTrue(event.isSuccess)
    expectFalse(event.isFailure)
    expectEqual(try #require(event.value), 3)
    expectNil(event.error)
  }

  @Test func aFailureHasAnError() {
    let event: SingleEvent<Int>? = .failure(Offline.cable)
    expectTrue(event.isFailure)
    expectFalse(event.isSuccess)
    expectEqual(event.error as? Offline, .cable)
    expectNil(event.value)
  }

  @Test func nilIsNeitherASuccessNorAFailure() {
    let event: SingleEvent<Int>? = nil
    expectFalse(event.isSuccess)
    expectFalse(event.isFailure)
    expectNil(event.value)
  }

  @Test func theErrorKeepsItsType() {
    let result: Result<Int, NetworkError> = .failure(NetworkError(.cancelled))
    expectEqual(result.error?.reason, .cancelled)
  }

  @Test func completionIsNeitherASuccessNorAFailure() {
    let event: Event<Int>? = .completed
    expectTrue(event.isCompleted)
    expectFalse(event.isSuccess)
    expectFalse(event.isFailure)
    expectEqual(Event.next(3).value, 3)
    let element: Event<Int>? = .next(3)
    expectFalse(element.isCompleted)
  }
}
