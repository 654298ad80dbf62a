import NetTesting
import Stream
import Testing

@Suite struct BeCompletedTests {
  @Test func acceptsTheGoodEnd() {
    expect(Event<Int>.completed).to(beCompleted())
    expect(Event.next(3)).toNot(beCompleted())
    expect(Optional(Event<Int>.completed)).to(beCompleted())
  }

  @Test func saysWhatItGot() {
    #expect(
      failures { expect(Event.next(3)).to(beCompleted()) } == ["expected a completion, got the success 3"])
  }

  @Test func nilFailsBothWays() {
    #expect(failures { expect(Event<Int>?.none).to(beCompleted()) } == ["expected a completion, got nil"])
    #expect(
      failures { expect(Event<Int>?.none).toNot(beCompleted()) }
        == ["expected anything but a completion, got nil, which is neither"])
  }
}
