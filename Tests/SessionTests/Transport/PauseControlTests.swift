import Testing

@testable import Net

@Suite struct PauseControlTests {
  private var control = PauseControl()

  private mutating func begun(pausing: Bool) throws -> PauseControl.Call {
    let call = control.begin(pausing: pausing)
    return try #require(call)
  }

  @Test mutating func aWishIsPassedOnOnce() throws {
    #expect(control.begin(pausing: false) == nil)
    let pause = try begun(pausing: true)
    #expect(pause.pauses)
    control.end(pause)
    #expect(control.begin(pausing: true) == nil)
    #expect(control.begin(pausing: false)?.pauses == false)
  }

  @Test mutating func aPauseDoesNotWaitForTheProceedThatCausesIt() throws {
    control.end(try begun(pausing: true))
    let proceed = try begun(pausing: false)
    let pause = try begun(pausing: true)
    control.end(pause)
    #expect(control.begin(pausing: true) == nil)
    control.end(proceed)
    // The two may have come in either order, so the wish is repeated.
    let repeated = try begun(pausing: true)
    #expect(repeated.pauses)
    control.end(repeated)
    #expect(control.begin(pausing: true) == nil)
  }

  @Test mutating func aProceedWaitsForThePause() throws {
    let pause = try begun(pausing: true)
    #expect(control.begin(pausing: false) == nil)
    control.end(pause)
    #expect(control.begin(pausing: false)?.pauses == false)
  }

  @Test mutating func nothingIsCalledWhileTwoCallsOverlap() throws {
    control.end(try begun(pausing: true))
    let proceed = try begun(pausing: false)
    let pause = try begun(pausing: true)
    #expect(control.begin(pausing: false) == nil)
    control.end(proceed)
    #expect(control.begin(pausing: false) == nil)
    control.end(pause)
    #expect(control.begin(pausing: false)?.pauses == false)
  }

  @Test mutating func anotherTaskIsPausedAgain() throws {
    control.end(try begun(pausing: true))
    control.restart()
    #expect(control.begin(pausing: true)?.pauses == true)
  }

  @Test mutating func aCallOfTheFormerTaskDoesNotEndOneOfTheNext() throws {
    let former = try begun(pausing: true)
    control.restart()
    let pause = try begun(pausing: true)
    control.end(former)
    #expect(control.begin(pausing: false) == nil)
    control.end(pause)
    #expect(control.begin(pausing: false)?.pauses == false)
  }
}
