import NetTesting
import Stream
import TestSupport
import Testing

/// What a mock returns for an unexpected call of a member whose result is a stream.
@Suite(.netTesting) struct StreamDefaultsTests {
  private let failures = CollectedFailures()

  @Test func aSingleOfATypeWithoutADefaultFails() {
    let find = failures.collect { Mocked<Int, Single<Guest>>("find") }
    let guest = find(1).record(afterEach: .test)
    expect(guest.event).to(beFailure(with: MockFailure.self))
    let words = "A mock has no value of type Guest to go on with. See the failure of the test."
    expectEqual(guest.error.map { "\($0)" }, words)
    expectEqual(failures.messages.count, 1)
  }

  @Test func aSingleOfATypeWithADefaultSucceedsWithIt() {
    let count = failures.collect { Mocked<Int, Single<Int>>("count") }
    let save = failures.collect { Mocked<Int, Single<Void>>("save") }
    expect(count(1).record(afterEach: .test).event).to(beSuccess(0))
    expect(save(1).record(afterEach: .test).event).to(beSuccess())
    expectEqual(failures.messages.count, 2)
  }

  @Test func anObservableIsEmpty() {
    let changes = failures.collect { Mocked<Int, Observable<Guest>>("changes") }
    let recording = changes(1).record(afterEach: .test)
    expectEqual(recording.values, [])
    expect(recording.event).to(beCompleted())
    expectEqual(failures.messages.count, 1)
  }

  @Test func asynchronousSequencesAreEmpty() async throws {
    let ticks = failures.collect { Mocked<Int, AsyncStream<Guest>>("ticks") }
    let lines = failures.collect { Mocked<Int, AsyncThrowingStream<Guest, any Error>>("lines") }
    for await guest in ticks(1) { Issue.record("\(guest)") }
    for try await guest in lines(1) { Issue.record("\(guest)") }
    expectEqual(failures.messages.count, 2)
  }

  @Test func aResultIsAFailure() {
    let load = failures.collect { Mocked<Int, Result<Guest, any Error>>("load") }
    expect(load(1)).to(beFailure(with: MockFailure.self))
    expectEqual(failures.messages.count, 1)
  }

  @Test func aCallThatIsExpectedWithoutAResultReturnsTheDefault() {
    let save = Mocked<Int, Single<Void>>("save")
    save.expect(1).toBeCalled(times: 1)
    expect(save(1).record(afterEach: .test).event).to(beSuccess())
  }
}

private struct Guest: Equatable, Sendable {}
