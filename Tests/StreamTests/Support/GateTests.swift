import TestSupport
import Testing

@testable import Stream

@Suite struct GateTests {
  /// Adds numbers inside its gate.
  private final class Adder: @unchecked Sendable {
    private let gate = Gate<Int>()
    // Guarded by the gate.
    private(set) var sum = 0

    func add(_ number: Int) {
      guard gate.enterSoon() else {
        if gate.call(number) { drain() }
        return
      }
      sum += number
      if !gate.leave() { drain() }
    }

    func enter() -> Bool { gate.enterSoon() }

    func leave() -> Bool { gate.leave() }

    private func drain() {
      while let batch = gate.take() {
        for number in batch { sum += number }
      }
    }
  }

  @Test func aFreeGateIsEntered() {
    let adder = Adder()
    expectTrue(adder.enter())
  }

  @Test func waitingForABusyGateIsLimited() {
    let adder = Adder()
    expectTrue(adder.enter())
    for _ in 0..<200 { expectFalse(adder.enter()) }
  }

  @Test func aGateCanBeEnteredAfterFailedWaits() {
    let adder = Adder()
    expectTrue(adder.enter())
    for _ in 0..<200 { _ = adder.enter() }
    expectTrue(adder.leave())
    expectTrue(adder.enter())
  }

  @Test func threadsThatShareAGateLoseNothing() {
    let adder = Adder()
    race(4) { _ in
      for number in 1...10_000 { adder.add(number) }
    }
    expectEqual(adder.sum, 4 * 50_005_000)
  }

  @Test func aCallWithoutAnEventIsAnsweredByAnEmptyBacklog() {
    let gate = Gate<Int>()
    let isInside = gate.enter()
    let mustDrain = gate.call(nil)
    let hasLeft = gate.leave()
    let backlogs = [gate.take(), gate.take()]
    let isFree = gate.enter()
    expectEqual([isInside, mustDrain, hasLeft, isFree], [true, false, false, true])
    expectEqual(backlogs, [[], nil])
  }

  @Test func whoCallsAtAFreeGateIsInside() {
    let gate = Gate<Int>()
    let mustDrain = gate.call(1)
    let enters = gate.enter()
    let backlogs = [gate.take(), gate.take()]
    expectEqual([mustDrain, enters], [true, false])
    expectEqual(backlogs, [[1], nil])
  }

  @Test func aShutGateStaysShut() {
    let gate = Gate<Int>()
    let isInside = gate.enter()
    gate.shut()
    let later = [gate.enter(), gate.enterSoon(), gate.call(1), gate.enter()]
    expectTrue(isInside)
    expectEqual(later, [false, false, false, false])
  }
}
