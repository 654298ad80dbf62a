import Foundation
import Net
import TestSupport
import Testing

struct LinesSerializerTests {
  private func lines(_ bytes: [UInt8], type: String? = nil) throws -> [String] {
    var head = ResponseHead(status: 200)
    head.headers["Content-Type"] = type
    return try LinesSerializer.lines.serialize(
      ReceivedResponse(
        request: TransportRequest(url: try #require(URL(string: "https://example.com"))), head: head,
        data: Data(bytes)))
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n", [""]),
    ("a\n\nb", ["a", "", "b"]), ("a\rb\n", ["a\rb"]), ("ü\n\u{301}x\n", ["ü", "\u{301}x"]),
    ("a\r\n\r\n", ["a", ""]),
  ])
  func linesEndWithLFOrCRLF(_ text: String, _ expected: [String]) throws {
    expectEqual(try lines(Array(text.utf8)).map { Array($0.utf8) }, expected.map { Array($0.utf8) })
  }

  @Test func theCharsetOfTheResponseIsUsed() throws {
    expectEqual(try lines([0xe9, 0x0a, 0x61], type: "text/plain; charset=iso-8859-1"), ["é", "a"])
  }
}
