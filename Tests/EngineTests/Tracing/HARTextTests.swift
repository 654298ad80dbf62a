import Foundation
import Net
import TestSupport
import Testing

/// A body is text in an HAR file only if the text has exactly its bytes.
@Suite struct HARTextTests {
  @Test(
    arguments: [
      ("text/plain", "a\u{feff}b", Array("a\u{feff}b".utf8)),
      ("text/plain; charset=us-ascii", "é", [0xc3, 0xa9]),
      ("text/plain; charset=unknown", "é", [0xc3, 0xa9]), ("text/plain; charset=windows-1252", "é", [0xe9]),
      ("text/plain; charset=utf-16le", "\u{feff}a", [0xff, 0xfe, 0x61, 0x00]),
      ("text/plain; charset=shift_jis", "日", [0x93, 0xfa]),
    ] as [(String, String, [UInt8])])
  func aBodyInItsCharsetIsText(type: String, text: String, bytes: [UInt8]) {
    let written = HARText(Data(bytes), type: type)
    expectNil(written.encoding)
    expectEqual(Array(written.text.unicodeScalars), Array(text.unicodeScalars))
    expectEqual(HARText.charset(of: type)?.data(of: written.text) ?? Data(written.text.utf8), Data(bytes))
  }

  @Test(
    arguments: [
      ("text/plain", [0xff]), ("text/plain; charset=gbk", [0xff]), ("text/plain; charset=shift_jis", [0x80]),
      ("text/plain; charset=euc-jp", [0x1a]),
      ("text/plain; charset=utf-16", [0x61, 0x00]), ("text/plain; charset=unknown", [0xe9]),
    ] as [(String, [UInt8])])
  func anyOtherBodyIsBase64(type: String, bytes: [UInt8]) {
    let written = HARText(Data(bytes), type: type)
    expectEqual(written.encoding, "base64")
    expectEqual(Data(base64Encoded: written.text), Data(bytes))
  }
}
