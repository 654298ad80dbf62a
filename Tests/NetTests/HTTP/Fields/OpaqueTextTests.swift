import TestSupport
import Testing

@testable import Net

@Suite struct OpaqueTextTests {
  @Test func everyByteComesBack() {
    let all = (0...255).map { UInt8($0) }
    expectEqual(OpaqueText.bytes(of: OpaqueText.text(all)), all)
    expectEqual(all.filter { OpaqueText.bytes(of: OpaqueText.text([$0])) != [$0] }, [])
  }

  @Test(arguments: [
    "", "a", "é", "\u{10FE00}", "\u{10FF00}", "\u{10FE7F}", "\u{100E80}", "\u{13FA}a\u{100000}",
    "😀\u{100000}\u{10FFFF}",
  ])
  func otherTextIsUTF8(_ text: String) {
    expectEqual(OpaqueText.text(Array(text.utf8)), text)
    expectEqual(OpaqueText.bytes(of: text), Array(text.utf8))
  }

  /// Otherwise these bytes would come back as others.
  @Test func textThatLooksLikeBytesIsKept() {
    let bytes = Array("a\u{10FE80}\u{10FEFF}é".utf8)
    expectEqual(OpaqueText.bytes(of: OpaqueText.text(bytes)), bytes)
  }

  @Test func asciiStaysReadable() {
    expectEqual(OpaqueText.text(Array("sid=caf".utf8) + [0xe9]), "sid=caf\u{10FEE9}")
  }

  /// Neither a line break nor NUL can come from a character.
  @Test func everyCharacterIsAByteOutsideASCII() {
    let scalars = (0x10_fe80...0x10_feff).compactMap { Unicode.Scalar($0 as UInt32) }
    expectEqual(scalars.map { OpaqueText.bytes(of: String($0)) }, (0x80...0xff).map { [UInt8($0)] })
  }
}
