import TestSupport
import Testing

@testable import Net

@Suite struct HeaderSyntaxTests {
  @Test(arguments: ["", "a", "é", "日本", "😀"]) func bytesOfUTF8AreDecodedAsUTF8(_ text: String) {
    expectEqual(HeaderSyntax.text(Array(text.utf8)), text)
  }

  @Test func otherBytesAreDecodedAsLatin1() {
    expectEqual(HeaderSyntax.text(Array("caf".utf8) + [0xe9]), "café")
    // One invalid byte suffices, whatever the others are.
    expectEqual(HeaderSyntax.text(Array("é".utf8) + [0xff]), "Ã©ÿ")
    let high = (0x80...0xff).map { UInt8($0) }
    expectEqual(HeaderSyntax.text(high).unicodeScalars.map(\.value), high.map { UInt32($0) })
  }

  @Test func theBytesOfATokenAreThoseOfRFC9110() {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    let alphanumeric = [UInt8](0x30...0x39) + (0x41...0x5a) + (0x61...0x7a)
    let bytes = (0...255).map { UInt8($0) }.filter(HeaderSyntax.isTokenByte)
    expectEqual(bytes, (marks + alphanumeric).sorted())
  }

  @Test func onlyTheCaseOfLettersMayDifferInAName() {
    // Names are compared in words of eight bytes: shorter than a word, one word, and two words that overlap.
    let names: [StaticString] = ["te", "no-2", "if-range", "cache-control", "if-unmodified-since"]
    for name in names {
      let expected = Array("\(name)".utf8)
      for index in expected.indices {
        let accepted = (0...255).map { UInt8($0) }.filter { byte in
          var bytes = expected
          bytes[index] = byte
          return bytes.span.isName(name)
        }
        let letter = 0x61...0x7a ~= expected[index] ? [expected[index] - 0x20] : []
        expectEqual(accepted, letter + [expected[index]])
      }
    }
  }

  @Test func aNameHasItsLength() {
    let names: [StaticString] = ["te", "if-match", "cache-control"]
    for name in names {
      let expected = Array("\(name)".utf8)
      expectTrue(isName(expected, name))
      expectFalse(isName(Array(expected.dropLast()), name))
      expectFalse(isName(expected + [0x61], name))
      expectFalse(isName([], name))
    }
  }

  /// Not in the argument of an expectation, where a span makes the compiler emit an invalid module.
  private func isName(_ bytes: [UInt8], _ name: StaticString) -> Bool { bytes.span.isName(name) }
}
