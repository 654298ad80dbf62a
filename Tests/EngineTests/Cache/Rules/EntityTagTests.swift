import TestSupport
import Testing

@testable import Net

@Suite struct EntityTagTests {
  @Test func aTagWithWIsWeak() {
    #expect(EntityTag.isStrong("\"a\""))
    #expect(!EntityTag.isStrong("W/\"a\""))
  }

  /// The table of RFC 9110 section 8.8.3.2.
  @Test(arguments: [
    ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
    ("W/\"1\"", "\"1\"", false, true), ("\"1\"", "\"1\"", true, true),
  ])
  func tagsAreComparedStronglyAndWeakly(left: String, right: String, strongly: Bool, weakly: Bool) {
    expectEqual(EntityTag.areSameStrongly(left, right), strongly)
    expectEqual(EntityTag.areSameWeakly(left, right), weakly)
  }

  /// A server compares the bytes.
  ///
  /// `String` considers both the same text.
  @Test func tagsOfOtherCodePointsAreNotTheSame() {
    #expect(!EntityTag.areSameStrongly("\"\u{e9}\"", "\"e\u{301}\""))
    #expect(!EntityTag.areSameWeakly("W/\"\u{e9}\"", "\"e\u{301}\""))
  }

  @Test func aMissingTagIsNotTheSame() {
    #expect(!EntityTag.areSameStrongly(nil, nil))
  }

  @Test func aListIsSplitAtCommasOutsideTags() {
    expectEqual(EntityTag.list("\"a,b\", W/\"c\" ,, \"d\\\""), ["\"a,b\"", "W/\"c\"", "\"d\\\""])
    expectEqual(EntityTag.list("*"), ["*"])
    #expect(EntityTag.list(" ").isEmpty)
  }
}
