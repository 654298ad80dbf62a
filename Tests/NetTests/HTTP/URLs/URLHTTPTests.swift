import Foundation
import TestSupport
import Testing

@testable import Net

struct URLHTTPTests {
  @Test(arguments: [
    "http://a", "https://a", "HTTP://a/b", "hTTpS://a", "http://a:80", "http://[::1]:80/", "http://u@a",
    "http://u:p@a/", "http://a?q=@", "http://a#@:", "http://a/@:", "http://u%40v@a", "http://0",
  ])
  func absoluteHTTPURLsNeedAHost(_ text: String) throws {
    let url = try #require(URL(string: text))
    expectTrue(url.isAbsoluteHTTP)
    expectEqual(url.host(percentEncoded: true)?.isEmpty, false)
  }

  @Test(arguments: [
    "a", "/a", "//a", "http:", "http:a", "http:/a", "http://", "http:///a", "http://:80", "http://?q",
    "http://#f",
    "http://u@", "http://u@/a", "http://u@:80", "httpx://a", "htt://a", "ftp://a", "file:///a", "s://a",
    "mailto:a@b",
    "https:", "httpss://a",
  ])
  func urlsWithAnotherSchemeOrNoHostAreNotAbsoluteHTTP(_ text: String) {
    guard let url = URL(string: text) else { return }
    expectFalse(url.isAbsoluteHTTP)
  }

  @Test(arguments: [
    ("https://a", true), ("HTTPS://a", true), ("http://a", false), ("httpsx://a", false), ("a", false),
    ("wss://a", false),
  ])
  func onlyHTTPSIsSecure(_ text: String, isSecure: Bool) throws {
    expectEqual(try #require(URL(string: text)).isSecure, isSecure)
  }

  @Test func aRelativeURLIsJudgedByItsBase() throws {
    let base = try #require(URL(string: "https://a/b"))
    let url = try #require(URL(string: "c", relativeTo: base))
    expectTrue(url.isAbsoluteHTTP)
    expectTrue(url.isSecure)
  }
}
