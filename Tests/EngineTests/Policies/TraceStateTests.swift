import Net
import TestSupport
import Testing

@Suite struct TraceStateTests {
  private func state(_ count: Int) -> TraceState? {
    TraceState((0..<count).map { "k\($0)=1" }.joined(separator: ","))
  }

  @Test func thirtyTwoMembersAreReadAndOneMoreIsInvalid() {
    expectEqual(state(32)?.members.count, 32)
    expectNil(state(33))
  }

  @Test func emptyMembersDoNotCount() {
    let text = (0..<32).map { "k\($0)=1" }.joined(separator: ", ,") + ",,"
    expectEqual(TraceState(text)?.members.count, 32)
  }

  /// Section 3.5: a changed member moves to the front.
  @Test func anUpdatedMemberMovesToTheFront() {
    var state = TraceState("a=1,b=2,c=3")
    expectEqual(state?.update("b", to: "9"), true)
    expectEqual(state?.description, "b=9,a=1,c=3")
  }

  @Test func theThirtyThirdMemberReplacesTheLast() {
    var state = state(31)
    expectEqual(state?.update("k31", to: "1"), true)
    expectEqual(state?.members.count, 32)
    state = self.state(32)
    expectEqual(state?.update("new", to: "1"), true)
    expectEqual(state?.members.map(\.key), ["new"] + (0..<31).map { "k\($0)" })
  }

  @Test(arguments: [("A", "1"), ("", "1"), ("a", ""), ("a", "1 "), ("a", "1,2"), ("a", "1=2")])
  func anInvalidUpdateChangesNothing(key: String, value: String) {
    var state = TraceState("a=1,b=2")
    expectEqual(state?.update(key, to: value), false)
    expectEqual(state?.description, "a=1,b=2")
  }

  /// Section 3.3.1.
  @Test func keysAndValuesHaveUpTo256Characters() {
    let text = String(repeating: "a", count: 256)
    expectEqual(TraceState("\(text)=1")?.members.map(\.key), [text])
    expectEqual(TraceState("a=\(text)")?.members.map(\.value), [text])
  }

  /// Section 3.3.1.3 of level 2.
  @Test func aKeyBeginsWithALowerCaseLetterOrADigit() {
    let first = (0..<128).filter { (byte: UInt8) in
      var state = TraceState()
      return state.update("\(Character(Unicode.Scalar(byte)))k", to: "1")
    }
    expectEqual(first, Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + (UInt8(ascii: "a")...UInt8(ascii: "z")))
  }

  /// Section 3.3.1.5: members of more than 128 characters are removed first, then those at the end.
  @Test func aFieldOf512BytesIsSentWhole() {
    func text(_ lengths: Int...) -> String {
      lengths.enumerated().map { "\($0)=" + String(repeating: "x", count: $1 - 2) }.joined(separator: ",")
    }
    expectEqual(TraceState(text(255, 256))?.description, text(255, 256))
    expectEqual(TraceState(text(129, 128, 128, 125))?.description.hasPrefix("1="), true)
    expectEqual(TraceState(text(128, 128, 128, 126))?.description, text(128, 128, 128))
  }

  @Test(.heavy) func theTimeForAMemberDoesNotGrowWithTheirNumber() {
    func time(_ count: Int) -> Duration {
      let text = (0..<count).map { "k\($0)=1" }.joined(separator: ",")
      return processorTime { expectNil(TraceState(text)) }
    }
    expectLinearTime(from: 2_000, time: time)
  }
}
