import Testing

@testable import Net

struct BoxedTests {
  @Test func aCopyThatIsChangedLeavesTheOther() {
    let original = Boxed([1])
    var copy = original
    copy.value.append(2)
    #expect(original.value == [1])
    #expect(copy.value == [1, 2])
  }

  @Test func equalValuesAreEqualInBoxesOfTheirOwn() {
    #expect(Boxed(1) == Boxed(1))
    #expect(Boxed(1) != Boxed(2))
    #expect(Boxed(1).hashValue == Boxed(1).hashValue)
  }

  @Test func itIsWrittenAsItsValue() {
    #expect("\(Boxed(1))" == "1")
    #expect("\(TransportTimings(total: .seconds(1)))".contains("total: Optional(1.0 seconds)"))
  }
}
