import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct BeCompletedTests {
  @Test func acceptsCompletion() {
    expect(Event<Int>.completed).to(beCompleted())
    expect(Event.next(3)).toNot(beCompleted())
    expect(Optional(Event<Int>.completed)).to(beCompleted())
  }

  @Test func failsWithTheReceivedEvent() {
    expectEqual(
      failures { expect(Event.next(3)).to(beCompleted()) }, ["expected a completion, got the success 3"])
  }

  @Test func nilFailsBothToAndToNot() {
    expectEqual(failures { expect(Event<Int>?.none).to(beCompleted()) }, ["expected a completion, got nil"])
    expectEqual(
      failures { expect(Event<Int>?.none).toNot(beCompleted()) },
      ["expected anything but a completion, got nil, which fails either way"])
  }
}
