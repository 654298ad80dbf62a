import TestSupport
import Testing

@testable import Net

@Suite struct PercentEncodingTests {
  /// RFC 3986 sections 6.2.2.1 and 6.2.2.2.
  @Test(arguments: [
    ("", ""), ("/a b", "/a b"), ("%41%7a%30%2D%2e%5F%7E", "Az0-._~"), ("%2f%3F%c3%A9", "%2F%3F%C3%A9"),
    ("%", "%"), ("%4", "%4"), ("%4g%g1", "%4g%g1"), ("%%41", "%A"), ("%25%34%31", "%2541"), ("%00", "%00"),
  ])
  func eachByteHasOneSpelling(text: String, normalized: String) {
    expectEqual(PercentEncoding.normalized(text), normalized)
  }

  /// The Unicode Standard, table 3-8: a maximal subpart of a character is invalid together.
  @Test(
    arguments: [
      ([0x61, 0xc3, 0xa9], "a\u{e9}"), ([0xff], "%FF"), ([0x61, 0xfe, 0x62], "a%FEb"), ([0xc3], "%C3"),
      ([0xe2, 0x82, 0x61], "%E2%82a"), ([0xed, 0xa0, 0x80], "%ED%A0%80"), ([], ""), ([0x25, 0xff], "%%FF"),
    ] as [([UInt8], String)])
  func bytesThatAreNotUTF8KeepTheirEscapes(bytes: [UInt8], text: String) {
    expectEqual(PercentEncoding.readable(bytes), text)
  }
}
