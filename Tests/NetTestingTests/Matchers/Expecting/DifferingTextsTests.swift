import Testing

@testable import NetTesting

@Suite struct DifferingTextsTests {
  private func words(_ expected: String, _ actual: String) -> String {
    DifferingTexts(expected: expected, actual: actual).words
  }

  @Test func textsThatLookDifferentAreShownAsTheyAre() {
    #expect(words("café", "cafés") == "expected café, got cafés")
    #expect(words("👩‍👩‍👧 a", "👩‍👩‍👧 b") == "expected 👩‍👩‍👧 a, got 👩‍👩‍👧 b")
    #expect(words("a b", "a") == "expected a b, got a")
  }

  @Test func twoSpellingsOfALetterHaveEscapes() {
    #expect(words("caf\u{e9}", "cafe\u{301}") == #"expected caf\u{e9}, got cafe\u{301}"#)
    // Also if one of them is in a list, and the whole texts look different.
    #expect(words("q=\u{e9}", "a=1&q=e\u{301}") == #"expected q=\u{e9}, got a=1&q=e\u{301}"#)
  }

  @Test(arguments: ["\u{a0}", "\u{2009}", "\u{200b}", "\u{200d}", "\u{feff}", "\u{ad}", "\u{fe0f}"])
  func invisibleCharactersHaveEscapes(_ character: String) {
    let hex = String(character.unicodeScalars.reduce(0) { $1.value + $0 }, radix: 16)
    #expect(words("a b", "a\(character)b") == "expected a b, got a\\u{\(hex)}b")
    #expect(words("a\(character)b", "a b") == "expected a\\u{\(hex)}b, got a b")
  }

  @Test func aTabHasAnEscapeIfTheOtherTextHasNone() {
    #expect(words("a b", "a\tb") == #"expected a b, got a\tb"#)
  }

  @Test func textsThatDifferOnlyInOuterBlanksAreQuoted() {
    #expect(words("a", "a ") == #"expected "a", got "a ""#)
    #expect(words("\"a\"", "\"a \"") == #"expected "a", got "a ""#)
  }

  @Test func controlCharactersHaveEscapes() {
    #expect(words("a", "b\u{1b}[31m") == #"expected a, got b\u{1b}[31m"#)
  }
}
