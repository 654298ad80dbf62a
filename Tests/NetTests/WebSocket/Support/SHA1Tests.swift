import TestSupport
import Testing

@testable import Net

/// The examples of RFC 3174 section 7.3.
@Suite struct SHA1Tests {
  @Test(arguments: [
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (
      "0123456701234567012345670123456701234567012345670123456701234567", 10,
      "dea356a2cddd90c7a7ecedc5ebb563934f460452"
    ),
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
  ])
  func examples(text: String, count: Int, digest: String) {
    expectEqual(SHA1.digest(Array(String(repeating: text, count: count).utf8)), hex(digest))
  }
}
