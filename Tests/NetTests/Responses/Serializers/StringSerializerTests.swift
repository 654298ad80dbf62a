import Foundation
import Net
import TestSupport
import Testing

struct StringSerializerTests {
  private func text(
    _ bytes: [UInt8], type: String? = nil, serializer: StringSerializer = .string
  ) throws -> String {
    var head = ResponseHead(status: 200)
    head.headers["Content-Type"] = type
    return try serializer.serialize(
      ReceivedResponse(
        request: TransportRequest(url: try #require(URL(string: "https://example.com"))), head: head,
        data: Data(bytes)))
  }

  @Test func withoutACharsetTheTextIsUTF8() throws {
    expectEqual(try text([0xc3, 0xa9]), "é")
    expectEqual(try text([0xc3, 0xa9], type: "text/plain"), "é")
  }

  @Test func theCharsetOfTheResponseIsUsed() throws {
    expectEqual(try text([0xc3, 0xa9], type: "text/plain; charset=ISO-8859-1"), "Ã©")
    expectEqual(
      try text([0xc3, 0xa9], type: "text/plain; x=\";charset=utf-8\"; Charset=\"iso-8859-1\""), "Ã©")
    expectEqual(try text([0x80], type: "text/html;charset=windows-1252"), "€")
    expectEqual(try text([0x00, 0x61, 0x20, 0xac], type: "text/plain;charset=utf-16be"), "a€")
    expectEqual(try text([0x61, 0x00], type: "text/plain;charset=utf-16le"), "a")
  }

  @Test func textThatIsNotUTF8IsLatin1() throws {
    expectEqual(try text([0x61, 0xe9, 0x80]), "aé\u{80}")
  }

  @Test func aByteOrderMarkIsRemoved() throws {
    expectEqual(try text([0xef, 0xbb, 0xbf, 0x61]).unicodeScalars.count, 1)
    expectEqual(try text([0xef, 0xbb, 0xbf, 0x61], type: "text/plain;charset=utf-8").unicodeScalars.count, 1)
  }

  /// Encoding Standard section 6: a byte order mark is more trustworthy than a label.
  @Test(arguments: [nil, "text/plain", "text/plain; charset=iso-8859-1", "text/plain; charset=x-unknown"])
  func aByteOrderMarkOverridesTheCharset(type: String?) throws {
    expectEqual(try text([0xef, 0xbb, 0xbf, 0xc3, 0xa9], type: type), "é")
    expectEqual(try text([0xff, 0xfe, 0xe9, 0x00, 0xac, 0x20], type: type), "é€")
    expectEqual(try text([0xfe, 0xff, 0x00, 0xe9, 0x20, 0xac], type: type), "é€")
  }

  @Test func aByteOrderMarkOverridesTheOrderOfALabelAndNotUTF32() throws {
    expectEqual(try text([0xff, 0xfe, 0x61, 0x00], type: "text/plain; charset=utf-16be"), "a")
    let utf32: [UInt8] = [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]
    expectEqual(try text(utf32, type: "text/plain; charset=utf-32"), "a")
  }

  @Test(arguments: [nil, "text/plain; charset=utf-8"])
  func theErrorNamesTheCharsetOfTheByteOrderMark(type: String?) {
    let error = #expect(throws: NetworkError.self) {
      try text([0xff, 0xfe, 0x61, 0x00, 0x62], type: type)
    }
    let name = (error?.underlyingError as? TextDecodingError)?.charset
    expectEqual(name, String.Encoding.utf16LittleEndian.description)
  }

  @Test func latin1ThatBeginsLikeUTF8IsLatin1() throws {
    expectEqual(try text([0xef, 0xbb, 0xbf, 0xe9]), "ï»¿é")
  }

  @Test func anExplicitEncodingOverridesTheCharset() throws {
    expectEqual(
      try text([0xc3, 0xa9], type: "text/plain; charset=utf-8", serializer: .string(encoding: .isoLatin1)),
      "Ã©")
  }

  @Test func anEmptyBodyIsAnEmptyText() throws {
    expectEqual(try text([]), "")
  }
}
