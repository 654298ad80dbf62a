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
}
