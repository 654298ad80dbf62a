import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Text is decoded by the tables of its charset or not at all.
///
/// The expected values come from Python's codecs.
@Suite struct CharsetTests {
  private func response(_ bytes: [UInt8], _ charset: String?) throws -> ReceivedResponse {
    var head = ResponseHead(status: 200)
    head.headers["Content-Type"] = charset.map { "text/plain; charset=\($0)" }
    return ReceivedResponse(
      request: TransportRequest(url: try #require(URL(string: "https://example.com"))), head: head,
      data: Data(bytes))
  }

  private func text(_ bytes: [UInt8], _ charset: String?) throws -> String {
    try StringSerializer().serialize(response(bytes, charset))
  }

  @Test func everyByteOfEverySingleByteCharsetIsDecoded() throws {
    let file = try #require(
      Bundle.module.url(forResource: "single-byte-charsets", withExtension: "json", subdirectory: "Fixtures"))
    let tables = try JSONDecoder().decode([String: [UInt32?]].self, from: Data(contentsOf: file))
    var wrong: [String] = []
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      for (index, expected) in table.enumerated() {
        guard let expected else { continue }
        let got = try? text([0x61, UInt8(0x80 + index)], name).unicodeScalars.map(\.value)
        if got != [0x61, expected] {
          wrong.append("\(name) \(String(0x80 + index, radix: 16)): \(got ?? [])")
        }
      }
    }
    expectEqual(tables.count, 31)
    expectEqual(wrong, [])
  }

  /// Encoding Standard sections 9.1, 10 to 13: a byte below 80 is the character of this number, also beside others.
  @Test(
    arguments: [
      ("shift_jis", [0x83, 0x41], "ア"), ("euc-jp", [0xa5, 0xa2], "ア"), ("ibm866", [0xa6], "ж"),
      ("ibm850", [0x82], "é"), ("koi8-r", [0xd6], "ж"), ("windows-1252", [0xe9], "é"),
      ("macintosh", [0x8e], "é"),
      ("gbk", [0xd6, 0xd0], "中"), ("gb18030", [0xd6, 0xd0], "中"), ("big5", [0xa4, 0xa4], "中"),
      ("euc-kr", [0xc7, 0xd1], "한"), ("windows-874", [0xa1], "ก"), ("iso-8859-8", [0xe0], "א"),
    ] as [(String, [UInt8], String)])
  func everyASCIIByteBesideAnotherCharacterIsDecoded(charset: String, other: [UInt8], text: String) throws {
    let wrong = try (0..<0x80 as Range<UInt8>).filter { byte in
      try self.text(other + [byte] + other, charset) != text + String(Unicode.Scalar(byte)) + text
    }
    expectEqual(wrong, [])
  }

  private static let samples: [(charset: String, hexadecimal: String, text: String)] = [
    ("gbk", "c4e3bac3a3accac0bde7", "你好，世界"), ("gb2312", "d6d0cec4", "中文"),
    ("GB18030", "d6d0cec49432be34a8b9", "中文𝄞ü"), ("big5", "a4a4a4e5a672", "中文字"),
    ("Big5-HKSCS", "9def9df6", "嘅喺"), ("euc-kr", "c7d1b1b9beee", "한국어"),
    ("ks_c_5601-1987", "8c63b9e6", "똠방"), ("shift_jis", "93fa967b8ceab1", "日本語ｱ"),
    ("windows-31j", "87408160eee0", "①～髙"),
    ("euc-jp", "c6fccbdcb8ec8eb1a1a2a1d6a1bca1d7b4c1bbfaf4a620616263", "日本語ｱ、「ー」漢字熙 abc"),
    ("iso-2022-jp", "1b2442467c4b5c1b28422061", "日本 a"), ("utf-16le", "fffe6100ac20", "a€"),
    ("utf-16be", "feff006120ac", "a€"), ("utf-16", "fffe6100", "a"), ("utf-32le", "fffe000061000000", "a"),
    ("utf-32be", "0000feff00000061", "a"), ("utf-8", "efbbbf61", "a"), ("us-ascii", "c3a9", "é"),
    ("\"ISO-8859-15\"", "a4", "€"), ("cp866", "8fe0a8", "При"), (" koi8-r ", "f0d2c9", "При"),
  ]

  @Test func samplesOfOtherCharsetsAreDecoded() throws {
    var wrong: [String] = []
    for sample in Self.samples {
      let digits = Array(sample.hexadecimal.utf8)
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
      }
      let got = try? text(bytes, sample.charset)
      if got.map({ Array($0.unicodeScalars) }) != Array(sample.text.unicodeScalars) {
        wrong.append("\(sample.charset): \(got ?? "nil")")
      }
    }
    expectEqual(wrong, [])
  }

  @Test func eucJPDecodesLikeISO2022JP() throws {
    var wrong: [String] = []
    for row in UInt8(0x21)...0x74 {
      for cell in UInt8(0x21)...0x7e {
        let reference = String(
          data: Data([0x1b, 0x24, 0x42, row, cell, 0x1b, 0x28, 0x42]), encoding: .iso2022JP)
        guard let reference, reference.unicodeScalars.count == 1, reference != "\u{fffd}" else { continue }
        let got = try? text([row | 0x80, cell | 0x80], "euc-jp")
        // The system's two tables differ in these characters. The Encoding Standard uses those of
        // Shift_JIS.
        if got != reference, !["〜", "‖", "−", "¢", "£", "¬", "—", "\\", "¦"].contains(reference) {
          wrong.append("\(row) \(cell): \(got ?? "nil"), not \(reference)")
        }
      }
    }
    expectEqual(wrong, [])
  }

  // As the Fetch Standard defines "collect an HTTP quoted string".
  @Test func aCharsetWithoutItsClosingQuoteIsTheCharset() throws {
    expectEqual(try text([0xe9], "\"iso-8859-1"), "é")
  }

  @Test(arguments: ["'iso-8859-1'", "\"'ISO-8859-1'\"", "'iso-8859-1", "iso-8859-1'"])
  func singleQuotesAreNotPartOfACharset(name: String) throws {
    expectEqual(try text([0xe9], name), "é")
  }

  @Test(
    arguments: [
      ("klingon", [0x61]), ("x-user-defined", [0x61]), ("utf-7", [0x61]), ("hz-gb-2312", [0x61]),
      ("iso-2022-kr", [0x61]), ("ibm437", [0x61]), ("replacement", [0x61]),
    ] as [(String, [UInt8])])
  func anUnknownCharsetIsAnErrorThatNamesIt(name: String, bytes: [UInt8]) throws {
    let error = try #require(throws: NetworkError.self) { try text(bytes, name) }
    expectEqual(
      error.underlyingError as? TextDecodingError, TextDecodingError(charset: name, reason: .unknownCharset))
    expectEqual(error.data, Data(bytes))
    #expect(error.description.contains("the charset \"\(name)\" is not supported"))
  }

  @Test(
    arguments: [
      ("utf-8", [0xe9]), ("us-ascii", [0xe9]), ("utf-16le", [0x61]), ("utf-16be", [0x00, 0x61, 0x00]),
      ("utf-16le", [0x00, 0xd8]), ("utf-32le", [0x61, 0, 0]), ("gbk", [0xff]), ("gbk", [0x81]),
      ("big5", [0xff, 0x41]),
      ("big5", [0x88, 0x40]), ("euc-kr", [0xff]), ("shift_jis", [0x80]), ("shift_jis", [0x81]),
      ("euc-jp", [0xc6]),
      ("euc-jp", [0xc6, 0x41]), ("euc-jp", [0x8f, 0xb0, 0xa1]), ("euc-jp", [0x8e, 0x41]),
      ("euc-jp", [0xff, 0xff]),
      ("iso-8859-3", [0xa5]),
    ] as [(String, [UInt8])])
  func invalidBytesAreAnError(name: String, bytes: [UInt8]) throws {
    let error = try #require(throws: NetworkError.self) { try text(bytes, name) }
    expectEqual(
      error.underlyingError as? TextDecodingError, TextDecodingError(charset: name, reason: .invalidBytes))
    expectEqual(error.data, Data(bytes))
  }

  @Test(arguments: [nil, "", "\"\""]) func withoutACharsetTheTextIsUTF8OrLatin1(name: String?) throws {
    expectEqual(try text([0xc3, 0xa9], name), "é")
    expectEqual(try text([0xe9, 0x80], name), "é\u{80}")
  }

  @Test func anEncodingChosenByTheCallerUsesTheSameTables() throws {
    let euc = try StringSerializer(encoding: .japaneseEUC).serialize(response([0xc6, 0xfc], nil))
    let mac = try StringSerializer(encoding: .macOSRoman).serialize(response([0x8a], "utf-8"))
    expectEqual([euc, mac], ["日", "ä"])
  }

  @Test func linesUseTheSameCharsets() async throws {
    let transport = MockTransport(chunkSize: 3)
    var got: [String] = []
    for (name, bytes) in [
      ("euc-jp", [0xc6, 0xfc, 0x0a, 0xcb, 0xdc]), ("gbk", [0xc4, 0xe3, 0x0d, 0x0a, 0xba, 0xc3]),
    ]
      as [(String, [UInt8])]
    {
      transport.stub(
        .get("/\(name)"), with: .data(Data(bytes), headers: ["Content-Type": "text/plain; charset=\(name)"]))
      for try await line in NetworkSession(transport: transport).get("https://e.com/\(name)").lines() {
        got.append(line)
      }
    }
    expectEqual(got, ["日", "本", "你", "好"])
  }

  @Test(arguments: [
    ("klingon", TextDecodingError.Reason.unknownCharset, [UInt8]()), ("gbk", .invalidBytes, [0xff]),
  ])
  func linesInAnUnreadableCharsetFail(
    name: String, reason: TextDecodingError.Reason, line: [UInt8]
  ) async throws {
    let transport = MockTransport()
    transport.stub(
      .everything, with: .data(Data([0xff, 0x0a]), headers: ["Content-Type": "text/plain; charset=\(name)"]))
    let request = NetworkSession(transport: transport).get("https://e.com/")
    let error = await #expect(throws: NetworkError.self) { for try await _ in request.lines() {} }
    expectEqual(
      error?.underlyingError as? TextDecodingError,
      TextDecodingError(charset: name, reason: reason, bytes: Data(line)))
  }

  @Test func theBodyInAnErrorDescriptionIsDecodedByItsCharset() throws {
    var head = ResponseHead(status: 403, headers: ["Content-Type": "text/plain; charset=koi8-r"])
    let error = NetworkError(.validation(.statusCode(403)), response: head, data: Data([0xce, 0xc5, 0xd4]))
    #expect(error.description.hasSuffix("The body: нет"))
    head.headers["Content-Type"] = "text/plain; charset=klingon"
    #expect(
      NetworkError(.cancelled, response: head, data: Data([0x6e, 0x6f])).description.hasSuffix("The body: no")
    )
  }
}
