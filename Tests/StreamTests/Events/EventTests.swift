import Stream
import Testing

@Suite struct EventTests {
  @Test func mapTransformsTheElement() {
    #expect(Event.next(1).map { "\($0)" }.element == "1")
  }

  @Test func mapKeepsTheEnd() {
    #expect(Event<Int>.completed.map { "\($0)" }.isCompleted)
    #expect(Event<Int>.error(Boom()).map { "\($0)" }.error as? Boom == Boom())
  }

  @Test func mapTurnsAThrownErrorIntoAnErrorEvent() {
    #expect(Event.next(1).map { _ -> Int in throw Boom() }.error as? Boom == Boom())
  }
}
