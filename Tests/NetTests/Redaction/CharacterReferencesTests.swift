import TestSupport
import Testing

@testable import Net

/// XML 1.0 section 4.1.
@Suite struct CharacterReferencesTests {
  @Test(arguments: [
    ("&#65;&#x41;&#x6a;&#x6A;&amp;", "AAjj&"), ("&#1114112;", "&#1114112;"), ("&#xd800;", "&#xd800;"),
  ])
  func aNumberIsACodePoint(_ text: String, _ expected: String) {
    expectEqual(text.withoutCharacterReferences, expected)
  }

  @Test(arguments: ["&#+65;", "&#-0;", "&#x+41;", "&#x-0;", "&#;", "&#x;", "&#a;", "&#x 41;"])
  func aNumberHasDigitsOnly(_ text: String) {
    expectEqual(text.withoutCharacterReferences, text)
  }
}
