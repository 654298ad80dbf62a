import Foundation
import TestSupport
import Testing

@testable import Net

/// A text has bytes in a charset only if they decode to the same code points.
@Suite struct CharsetEncodingTests {
  /// Charsets without U+FEFF.
  private static let legacy = [
    "iso-8859-1", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7",
    "iso-8859-8",
    "iso-8859-9", "iso-8859-10", "iso-8859-11", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16",
    "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
    "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "koi8-r", "koi8-u", "macintosh", "x-mac-cyrillic",
    "ibm850",
    "ibm866", "gbk", "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr",
  ]

  private func bytes(_ text: String, _ charset: String) throws -> [UInt8]? {
    try #require(Charset(named: charset)).data(of: text).map(Array.init)
  }

  @Test(arguments: legacy) func aCharsetWithoutByteOrderMarksHasNoBytesForOne(charset: String) throws {
    for text in ["\u{feff}", "ab\u{feff}", "\u{feff}ab", "a\u{feff}b"] {
      expectNil(try bytes(text, charset), "\(text.debugDescription)")
    }
  }

  /// Foundation treats them as it does byte order marks.
  @Test(arguments: legacy) func aCharsetHasNoBytesForInvisibleCharactersThatItLacks(charset: String) throws {
    for text in ["\u{2060}", "\u{fe0f}", "\u{180e}", "\u{e0001}", "\u{34f}", "\u{202a}\u{202c}"] {
      expectNil(try bytes("ab" + text, charset), "\(text.debugDescription)")
    }
  }

  @Test(
    arguments: [
      ("windows-1256", "a\u{200c}\u{200d}\u{200e}", [0x61, 0x9d, 0x9e, 0xfd]),
      ("windows-1255", "\u{200f}", [0xfe]),
      ("iso-8859-2", "a\u{ad}", [0x61, 0xad]), ("gb18030", "a\u{feff}", [0x61, 0x84, 0x31, 0x95, 0x33]),
    ] as [(String, String, [UInt8])])
  func anInvisibleCharacterOfACharsetIsKept(charset: String, text: String, expected: [UInt8]) throws {
    expectEqual(try bytes(text, charset), expected)
  }

  @Test(arguments: ["shift_jis", "ibm850", "ibm866"])
  func aControlCharacterIsItsOwnByte(charset: String) throws {
    expectEqual(try bytes("\u{1a}\u{1c}a\u{7f}\u{1a}", charset), [0x1a, 0x1c, 0x61, 0x7f, 0x1a])
  }

  @Test func aControlCharacterBesideAnotherCharacterIsItsOwnByte() throws {
    expectEqual(try bytes("\u{1a}ア\u{7f}\u{1c}", "shift_jis"), [0x1a, 0x83, 0x41, 0x7f, 0x1c])
  }

  @Test(arguments: ["a\u{ad}b", "\u{1f600}"])
  func aCharacterThatIsLostHasNoBytes(text: String) throws {
    expectNil(try bytes(text, "shift_jis"))
  }

  @Test func anAccentIsNotComposed() throws {
    expectNil(try bytes("e\u{301}", "iso-8859-1"))
    expectEqual(try bytes("\u{e9}", "iso-8859-1"), [0xe9])
  }

  @Test(
    arguments: [
      ("shift_jis", [0x93, 0xfa, 0x96, 0x7b, 0x61]), ("gbk", [0xc8, 0xd5, 0xb1, 0xbe, 0x61]),
      ("utf-16le", [0xe5, 0x65, 0x2c, 0x67, 0x61, 0x00]), ("us-ascii", Array("日本a".utf8)),
    ] as [(String, [UInt8])])
  func aTextIsEncodedAndDecoded(charset: String, expected: [UInt8]) throws {
    expectEqual(try bytes("日本a", charset), expected)
    expectEqual(Charset(named: charset)?.reversibleText(of: Data(expected)), "日本a")
  }

  @Test(arguments: ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"])
  func aCharsetOfUnicodeKeepsByteOrderMarks(charset: String) throws {
    let text = "\u{feff}a\u{feff}b\u{feff}"
    let charset = try #require(Charset(named: charset))
    let data = try #require(charset.data(of: text))
    let decoded = try #require(charset.reversibleText(of: data))
    expectEqual(Array(decoded.unicodeScalars), Array(text.unicodeScalars))
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32", "shift_jis"]) func anEmptyTextHasNoBytes(charset: String)
    throws
  {
    expectEqual(try bytes("", charset), [])
  }

  @Test(
    arguments: [
      ("gbk", [0xff]), ("utf-16", [0xfe, 0xff, 0x00, 0x61]), ("utf-16le", [0x61]), ("utf-8", [0xff]),
      ("shift_jis", [0x81]), ("utf-16le", [0x00, 0xd8]),
    ] as [(String, [UInt8])])
  func bytesThatATextWouldNotGiveBackHaveNone(charset: String, bytes: [UInt8]) throws {
    expectNil(Charset(named: charset)?.reversibleText(of: Data(bytes)))
  }
}
