import TestSupport
import Testing

@testable import NetStream

/// Elements are delivered to a subscriber only on demand.
struct PublishedElementsTests {
  private var elements = PublishedElements<Int>()

  /// Delivers elements until none is left or demanded, and returns them.
  private mutating func handedOn(demandingAfterEach more: Int? = 0) -> [String] {
    var steps: [String] = []
    while true {
      switch elements.step() {
      case .nothing: return steps
      case .element(let element):
        steps.append("\(element)")
        elements.delivered(demanding: more)
      case .end(.completed): steps.append("completed")
      case .end(.failed(let error)): steps.append("\(error)")
      }
    }
  }

  private mutating func append(_ range: ClosedRange<Int>) {
    for element in range { elements.append(element) }
  }

  @Test mutating func elementsAreDeliveredOnlyOnDemand() {
    append(1...3)
    expectTrue(handedOn().isEmpty)
    elements.demand(2)
    expectEqual(handedOn(), ["1", "2"])
    elements.demand(1)
    expectEqual(handedOn(), ["3"])
  }

  @Test mutating func elementsAreDeliveredInOrder() {
    append(1...2)
    elements.demand(1)
    expectEqual(handedOn(), ["1"])
    append(3...4)
    elements.demand(nil)
    expectEqual(handedOn(), ["2", "3", "4"])
    append(5...5)
    expectEqual(handedOn(), ["5"])
  }

  @Test mutating func deliveringAnElementCanAddDemand() {
    append(1...3)
    elements.demand(1)
    expectEqual(handedOn(demandingAfterEach: 1), ["1", "2", "3"])
  }

  @Test mutating func demandsAddUpWithoutOverflow() {
    elements.demand(.max)
    elements.demand(.max)
    append(1...3)
    expectEqual(handedOn(), ["1", "2", "3"])
  }

  @Test mutating func onlyOneElementIsDeliveredAtATime() {
    elements.demand(nil)
    append(1...2)
    guard case .element(1) = elements.step(), case .nothing = elements.step() else {
      return #expect(Bool(false), "two elements were delivered at a time")
    }
    elements.delivered(demanding: 0)
    expectEqual(handedOn(), ["2"])
  }

  @Test mutating func theEndFollowsAllElementsOnceWithoutDemand() {
    append(1...1)
    elements.end(.completed)
    expectTrue(handedOn().isEmpty)
    elements.demand(1)
    expectEqual(handedOn(), ["1", "completed"])
    expectTrue(handedOn().isEmpty)
  }

  @Test mutating func anEmptyStreamEndsWithoutDemand() {
    elements.end(.failed(Broken()))
    expectEqual(handedOn(), ["Broken()"])
  }

  private struct Broken: Error {}
}
