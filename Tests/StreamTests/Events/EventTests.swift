import Stream
import TestSupport
import Testing

@Suite struct EventTests {
  @Test func mapTransformsTheElement() {
    expectEqual(Event.next(1).map { "\($0)" }.element, "1")
  }

  @Test func mapKeepsTheEnd() {
    #expect(Event<Int>.completed.map { "\($0)" }.isCompleted)
    expectEqual(Event<Int>.error(Boom()).map { "\($0)" }.error as? Boom, Boom())
  }

  @Test func eventsPrintThemselvesWithoutTheirType() {
    let events: [Event<String>] = [.next("a"), .error(StreamError.timeout), .completed]
    expectEqual("\(events)", #"[next("a"), error(nothing arrived in time), completed]"#)
    expectEqual("\(events[0])", #"next("a")"#)
  }

  @Test func mapTurnsAThrownErrorIntoAnErrorEvent() {
    expectEqual(Event.next(1).map { _ -> Int in throw Boom() }.error as? Boom, Boom())
  }
}
