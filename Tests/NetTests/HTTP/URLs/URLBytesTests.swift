import TestSupport
import Testing

@testable import Net

@Suite struct URLBytesTests {
  /// RFC 3986 section 5.2.4: only `.` and `..` are dot segments, and an empty segment is one like any other.
  @Test(arguments: [
    ("/a/b/c/./../../g", "/a/g"), ("/a/.../b", "/a/.../b"), ("/a//b", "/a//b"), ("/a//../b", "/a/b"),
    ("/a/b/..", "/a/"), ("/a/b/.", "/a/b/"), ("/..", "/"), ("/../a", "/a"), ("/a/.b/..c", "/a/.b/..c"),
  ])
  func onlyDotSegmentsAreRemoved(path: String, expected: String) {
    expectEqual(URLBytes.withoutDotSegments(path), expected)
  }

  /// RFC 3986 section 3.2.3: `port = *DIGIT`.
  @Test(arguments: [
    ("", true), (":", true), (":0", true), (":80", true), (":65535", true), (":000065535", true),
    (":65536", false), (":100000", false), (":8a", false), (":-1", false), ("80", false),
  ])
  func aPortIsANumberUpTo65535(text: String, isPort: Bool) {
    expectEqual(URLBytes.isPort(text[...]), isPort)
  }
}
