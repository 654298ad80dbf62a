import TestSupport
import Testing

@testable import Net

/// XML 1.0 section 4.1.
@Suite struct CharacterReferencesTests {
  private static func character(_ name: String) -> Unicode.Scalar? { String.character(Array(name.utf8)[...]) }

  @Test(arguments: [
    ("#65", "A"), ("#x41", "A"), ("#x6a", "j"), ("#x6A", "j"), ("amp", "&"), ("#1114112", nil),
    ("#xd800", nil),
  ])
  func aNumberIsACodePoint(_ name: String, _ expected: Unicode.Scalar?) {
    expectEqual(Self.character(name), expected)
  }

  @Test(arguments: ["#+65", "#-0", "#x+41", "#x-0", "#", "#x", "#a", "#x 41"])
  func aNumberHasDigitsOnly(_ name: String) { expectNil(Self.character(name)) }
}
