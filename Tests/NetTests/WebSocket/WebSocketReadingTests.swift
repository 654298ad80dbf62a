import Testing

@testable import Net

@Suite struct WebSocketReadingTests {
  private var reading = WebSocketReading()

  @Test mutating func aWishIsPassedOnOnce() {
    #expect(reading.begin(pausing: false) == nil)
    #expect(reading.begin(pausing: true) == true)
    reading.end()
    #expect(reading.begin(pausing: true) == nil)
    #expect(reading.begin(pausing: false) == false)
  }

  @Test mutating func aPauseDoesNotWaitForTheProceedThatCausesIt() {
    _ = reading.begin(pausing: true)
    reading.end()
    #expect(reading.begin(pausing: false) == false)
    #expect(reading.begin(pausing: true) == true)
    reading.end()
    #expect(reading.begin(pausing: true) == nil)
    reading.end()
    // The two may have come in either order, so the wish is repeated.
    #expect(reading.begin(pausing: true) == true)
    reading.end()
    #expect(reading.begin(pausing: true) == nil)
  }

  @Test mutating func aProceedWaitsForThePause() {
    #expect(reading.begin(pausing: true) == true)
    #expect(reading.begin(pausing: false) == nil)
    reading.end()
    #expect(reading.begin(pausing: false) == false)
  }

  @Test mutating func nothingIsCalledWhileTwoCallsOverlap() {
    _ = reading.begin(pausing: true)
    reading.end()
    _ = reading.begin(pausing: false)
    _ = reading.begin(pausing: true)
    #expect(reading.begin(pausing: false) == nil)
    // The proceed returns first.
    reading.end()
    #expect(reading.begin(pausing: false) == nil)
    reading.end()
    #expect(reading.begin(pausing: false) == false)
  }
}
