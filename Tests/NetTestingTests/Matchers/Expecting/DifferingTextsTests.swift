import TestSupport
import Testing

@testable import NetTesting

@Suite struct DifferingTextsTests {
  private func words(_ expected: String, _ actual: String) -> String {
    DifferingTexts(expected: expected, actual: actual).words
  }

  @Test func textsThatLookDifferentAreShownAsTheyAre() {
    expectEqual(words("café", "cafés"), "expected café, got cafés")
    expectEqual(words("👩‍👩‍👧 a", "👩‍👩‍👧 b"), "expected 👩‍👩‍👧 a, got 👩‍👩‍👧 b")
    expectEqual(words("a b", "a"), "expected a b, got a")
  }

  @Test func twoSpellingsOfALetterHaveEscapes() {
    expectEqual(words("caf\u{e9}", "cafe\u{301}"), #"expected caf\u{e9}, got cafe\u{301}"#)
    // Also if one of them is in a list, and the whole texts look different.
    expectEqual(words("q=\u{e9}", "a=1&q=e\u{301}"), #"expected q=\u{e9}, got a=1&q=e\u{301}"#)
  }

  @Test(arguments: ["\u{a0}", "\u{2009}", "\u{200b}", "\u{200d}", "\u{feff}", "\u{ad}", "\u{fe0f}"])
  func invisibleCharactersHaveEscapes(_ character: String) {
    let hex = String(character.unicodeScalars.reduce(0) { $1.value + $0 }, radix: 16)
    expectEqual(words("a b", "a\(character)b"), "expected a b, got a\\u{\(hex)}b")
    expectEqual(words("a\(character)b", "a b"), "expected a\\u{\(hex)}b, got a b")
  }

  @Test func aTabHasAnEscapeIfTheOtherTextHasNone() {
    expectEqual(words("a b", "a\tb"), #"expected a b, got a\tb"#)
  }

  @Test func textsThatDifferOnlyInOuterBlanksAreQuoted() {
    expectEqual(words("a", "a "), #"expected "a", got "a ""#)
    expectEqual(words("\"a\"", "\"a \""), #"expected "a", got "a ""#)
  }

  @Test func controlCharactersHaveEscapes() {
    expectEqual(words("a", "b\u{1b}[31m"), #"expected a, got b\u{1b}[31m"#)
  }
}
