import Net
import NetTesting
import Stream
import Testing

@Suite struct OutcomeTests {
  @Test func aSuccessHasAValue() throws {
    let event: SingleEvent<Int>? = .success(3)
    #expect(event.isSuccess)
    #expect(!event.isFailure)
    #expect(try #require(event.value) == 3)
    #expect(event.error == nil)
  }

  @Test func aFailureHasAnError() {
    let event: SingleEvent<Int>? = .failure(Offline.cable)
    #expect(event.isFailure)
    #expect(!event.isSuccess)
    #expect(event.error as? Offline == .cable)
    #expect(event.value == nil)
  }

  @Test func nilIsNeitherASuccessNorAFailure() {
    let event: SingleEvent<Int>? = nil
    #expect(!event.isSuccess)
    #expect(!event.isFailure)
    #expect(event.value == nil)
  }

  @Test func theErrorKeepsItsType() {
    let result: Result<Int, NetworkError> = .failure(NetworkError(.cancelled))
    #expect(result.error?.reason == .cancelled)
  }

  @Test func completionIsNeitherASuccessNorAFailure() {
    let event: Event<Int>? = .completed
    #expect(event.isCompleted)
    #expect(!event.isSuccess)
    #expect(!event.isFailure)
    #expect(Event.next(3).value == 3)
    let element: Event<Int>? = .next(3)
    #expect(!element.isCompleted)
  }
}
