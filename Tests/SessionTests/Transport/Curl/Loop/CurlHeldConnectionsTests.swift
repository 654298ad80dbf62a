#if os(Linux)
  import Testing

  @testable import Net

  @Suite struct CurlHeldConnectionsTests {
    private var held = CurlHeldConnections()

    @Test mutating func aConnectionIsHeldUntilItIsReleased() {
      held.hold(1)
      #expect(held.mayInclude(1))
      #expect(!held.mayInclude(2))
      held.release(1)
      #expect(!held.mayInclude(1))
    }

    @Test mutating func portsCanBeHeldSeveralTimes() {
      for _ in 0..<2 { held.hold(1) }
      held.release(1)
      #expect(held.mayInclude(1))
      held.release(1)
      #expect(!held.mayInclude(1))
    }

    @Test mutating func aConnectionWithoutAPortMatchesEveryPort() {
      held.hold(0)
      #expect(held.mayInclude(1) && held.mayInclude(0))
      held.release(0)
      held.hold(1)
      #expect(held.mayInclude(0) && !held.mayInclude(2))
    }

    @Test func thePortIsNotReadIfNothingIsHeld() {
      var isAsked = false
      func port() -> Int {
        isAsked = true
        return 1
      }
      let mayInclude = held.mayInclude(port())
      #expect(!mayInclude && !isAsked)
    }
  }
#endif
