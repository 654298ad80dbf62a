import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct CacheKeyTests {
  private func key(_ text: String) throws -> String { CacheKey.url(of: try #require(URL(string: text))) }

  @Test(arguments: [
    ("http://example.org/a?b=c", "http://example.org/a?b=c"),
    ("https://example.org/", "https://example.org/"),
    ("http://example.org", "http://example.org/"), ("http://example.org?a", "http://example.org/?a"),
    ("HTTP://EXAMPLE.org/A", "http://example.org/A"), ("http://example.org:80/a", "http://example.org/a"),
    ("https://example.org:443/a", "https://example.org/a"),
    ("https://example.org:80/a", "https://example.org:80/a"),
    ("http://example.org/a#b", "http://example.org/a"), ("http://u:p@example.org/a", "http://example.org/a"),
    ("http://[::1]:8080/a", "http://[::1]:8080/a"), ("http://example.org/a?", "http://example.org/a?"),
    ("http://example.org/%7Ea", "http://example.org/~a"),
    ("http://example.org/%7ea", "http://example.org/~a"),
    ("http://example.org/~a", "http://example.org/~a"),
    ("http://example.org/%c3%a4?b=%2f%7E", "http://example.org/%C3%A4?b=%2F~"),
    ("http://example.org/%C3%A4?b=%2F", "http://example.org/%C3%A4?b=%2F"),
    ("http://example.org/%25%37%45", "http://example.org/%257E"),
    ("http://example.org/d/../a", "http://example.org/a"), ("http://example.org/./a", "http://example.org/a"),
    ("http://example.org/a/..", "http://example.org/"),
    ("http://example.org/a/b/.", "http://example.org/a/b/"),
    ("http://example.org/../a", "http://example.org/a"),
    ("http://example.org/d/%2e%2E/a", "http://example.org/a"),
    ("http://example.org/a//../b", "http://example.org/a/b"),
    ("http://example.org/d/..?b=/../c", "http://example.org/?b=/../c"),
    ("http://example.org/.a/..b/...?c=/./d", "http://example.org/.a/..b/...?c=/./d"),
    ("http://example.org/a%2Fb", "http://example.org/a%2Fb"),
    ("http://example.org//a/", "http://example.org//a/"),
    ("http://example.org./a", "http://example.org/a"),
    ("http://example.org.:81/a", "http://example.org:81/a"),
    ("http://127.0.0.1/a", "http://127.0.0.1/a"), ("http://127.1/a", "http://127.0.0.1/a"),
    ("http://127.0.0.01/a", "http://127.0.0.1/a"), ("http://0x7f.0.0.1/a", "http://127.0.0.1/a"),
    ("http://2130706433:81/a", "http://127.0.0.1:81/a"), ("http://127.0.0.256/a", "http://127.0.0.256/a"),
    ("http://1.2.3.example.org/a", "http://1.2.3.example.org/a"),
  ])
  func theKeyIsTheTargetInItsNormalForm(text: String, expected: String) throws {
    expectEqual(try key(text), expected)
  }

  @Test func referencesAreResolved() throws {
    let base = try #require(URL(string: "http://example.org/a/b"))
    expectEqual(CacheKey.url("c", relativeTo: base), "http://example.org/a/c")
    expectEqual(CacheKey.url(" /c#d", relativeTo: base), "http://example.org/c")
    expectNil(CacheKey.url("mailto:a", relativeTo: base))
  }

  @Test func credentialsMakeAPartition() throws {
    let url = try #require(URL(string: "http://example.org/a"))
    let other = try #require(URL(string: "http://u:p@example.org/a"))
    let none = CacheKey.credentials(of: TransportRequest(url: url, headers: ["Cookie": "a=b"]))
    let first = CacheKey.credentials(
      of: TransportRequest(url: url, headers: ["Authorization": "Bearer secret"]))
    let second = CacheKey.credentials(of: TransportRequest(url: url, headers: ["Authorization": "Bearer b"]))
    let inURL = CacheKey.credentials(of: TransportRequest(url: other))
    expectEqual(none, "")
    expectEqual(Set([none, first, second, inURL]).count, 4)
    #expect(!first.contains("secret"))
  }

  @Test func keysOfOtherCodePointsAreOtherKeys() {
    let names = ["\u{e9}", "e\u{301}"]
    expectEqual(Set(names.map { CacheKey(url: "http://example.org/", partition: $0) }).count, 2)
    expectEqual(Set(names.map { CacheKey(url: "http://example.org/\($0)") }).count, 2)
  }

  @Test func theDescriptionHidesSecrets() {
    let key = CacheKey(url: "http://example.org/a?token=secret", partition: "user-17")
    #expect(!"\(key)".contains("secret"))
    #expect(!String(reflecting: key).contains("user-17"))
  }
}
