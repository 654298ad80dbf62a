import Foundation
import NetTesting
import TestSupport
import Testing

/// The charset of a body in a file, which may not have all characters of its text.
@Suite struct CassetteCharsetTests {
  private static let charsets = [
    "shift_jis", "windows-1251", "big5", "iso-8859-15", "koi8-r", "gbk", "euc-jp",
  ]

  private func entry(_ text: String, charset: String) throws -> Cassette.Entry? {
    let type = "\"mimeType\": \"text/plain; charset=\(charset)\", \"text\": \"\(text)\""
    let har = """
      {"log": {"version": "1.2", "entries": [{"request": {"method": "POST", "url": "https://h/a", "postData": {\(type)}},
      "response": {"status": 200, "content": {\(type)}}}]}}
      """
    return try Cassette(parsing: Data(har.utf8), file: "t.har").entries.first
  }

  @Test(arguments: charsets, ["ab\\ufeff", "a\\ufeffb", "\\ufeff", "a\\u00adb😀"])
  func aTextThatItsCharsetLacksIsUTF8(charset: String, text: String) throws {
    let expected = try JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))
    let entry = try entry(text, charset: charset)
    expectEqual(entry?.request.body, Data(expected.utf8))
    expectEqual(entry?.response?.body, Data(expected.utf8))
  }

  @Test func aTextIsReadInItsCharset() throws {
    expectEqual(try entry("日", charset: "shift_jis")?.response?.body, Data([0x93, 0xfa]))
  }
}
