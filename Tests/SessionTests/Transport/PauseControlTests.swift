import TestSupport
import Testing

@testable import Net

@Suite struct PauseControlTests {
  private var control = PauseControl()

  private mutating func begun(pausing: Bool) throws -> PauseControl.Call {
    let call = control.begin(pausing: pausing)
    return try #require(call)
  }

  @Test mutating func aWishIsPassedOnOnce() throws {
    expectNil(control.begin(pausing: false))
    let pause = try begun(pausing: true)
    expectTrue(pause.pauses)
    control.end(pause)
    expectNil(control.begin(pausing: true))
    expectEqual(control.begin(pausing: false)?.pauses, false)
  }

  @Test mutating func aPauseDoesNotWaitForTheProceedThatCausesIt() throws {
    control.end(try begun(pausing: true))
    let proceed = try begun(pausing: false)
    let pause = try begun(pausing: true)
    control.end(pause)
    expectNil(control.begin(pausing: true))
    control.end(proceed)
    // The two may have come in either order, so the wish is repeated.
    let repeated = try begun(pausing: true)
    expectTrue(repeated.pauses)
    control.end(repeated)
    expectNil(control.begin(pausing: true))
  }

  @Test mutating func aProceedWaitsForThePause() throws {
    let pause = try begun(pausing: true)
    expectNil(control.begin(pausing: false))
    control.end(pause)
    expectEqual(control.begin(pausing: false)?.pauses, false)
  }

  @Test mutating func nothingIsCalledWhileTwoCallsOverlap() throws {
    control.end(try begun(pausing: true))
    let proceed = try begun(pausing: false)
    let pause = try begun(pausing: true)
    expectNil(control.begin(pausing: false))
    control.end(proceed)
    expectNil(control.begin(pausing: false))
    control.end(pause)
    expectEqual(control.begin(pausing: false)?.pauses, false)
  }

  @Test mutating func anotherTaskIsPausedAgain() throws {
    control.end(try begun(pausing: true))
    control.restart()
    expectEqual(control.begin(pausing: true)?.pauses, true)
  }

  @Test mutating func aCallOfTheFormerTaskDoesNotEndOneOfTheNext() throws {
    let former = try begun(pausing: true)
    control.restart()
    let pause = try begun(pausing: true)
    control.end(former)
    expectNil(control.begin(pausing: false))
    control.end(pause)
    expectEqual(control.begin(pausing: false)?.pauses, false)
  }
}
