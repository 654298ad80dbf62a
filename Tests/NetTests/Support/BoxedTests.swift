import TestSupport
import Testing

@testable import Net

struct BoxedTests {
  @Test func changingACopyKeepsTheOriginal() {
    let original = Boxed([1])
    var copy = original
    copy.value.append(2)
    expectEqual(original.value, [1])
    expectEqual(copy.value, [1, 2])
  }

  @Test func boxesOfEqualValuesAreEqual() {
    expectEqual(Boxed(1), Boxed(1))
    expectNotEqual(Boxed(1), Boxed(2))
    expectEqual(Boxed(1).hashValue, Boxed(1).hashValue)
  }

  @Test func theDescriptionIsThatOfTheValue() {
    expectEqual("\(Boxed(1))", "1")
    #expect("\(TransportTimings(total: .seconds(1)))".contains("total: Optional(1.0 seconds)"))
  }
}

/// Whether changing a boxed value copies it, observed by the reference that it holds.
struct BoxedChangeTests {
  private final class Reference: Sendable {}

  private struct Holder: Sendable {
    var reference = Reference()
    var number = 0
  }

  @Test func aUniquelyOwnedValueIsChangedInPlace() {
    var boxed = Boxed(Holder())
    boxed.value.number = 1
    // A copied box would hold a second reference.
    #expect(isKnownUniquelyReferenced(&boxed.value.reference))
    expectEqual(boxed.value.number, 1)
  }

  @Test func aSharedValueIsCopiedBeforeAChange() {
    var boxed = Boxed(Holder())
    let other = boxed
    boxed.value.number = 1
    expectEqual(other.value.number, 0)
    #expect(!isKnownUniquelyReferenced(&boxed.value.reference))
  }
}
