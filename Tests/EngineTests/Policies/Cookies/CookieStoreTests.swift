import Foundation
import TestSupport
import Testing

@testable import Net

/// RFC 6265 sections 5.3 and 5.4, tested on a value type.
@Suite struct CookieStoreTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// The cookies sent to a URL after a response from another URL has set these fields.
  private func sent(
    _ fields: [String], from source: String = "https://www.example.com/a/b", to target: String? = nil,
    later: Double = 0
  ) throws -> String {
    var store = CookieStore(limits: CookieLimits())
    store.store(fields, from: try url(source), at: now)
    let sent = store.take(for: try url(target ?? source), at: now.addingTimeInterval(later))
    return sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  @Test func namesOfOtherCodePointsAreOtherCookies() throws {
    let sent = try sent(["\u{e9}=1", "e\u{301}=2"])
    expectEqual(Array(sent.utf8), Array("\u{e9}=1; e\u{301}=2".utf8))
  }

  /// A server compares the first bytes of the name.
  @Test(arguments: ["__Secure-\u{301}a=1", "__Host-\u{301}a=1; Secure"])
  func aPrefixBeforeACombiningMarkIsEnforced(field: String) throws {
    expectEqual(try sent([field]), "")
  }

  // MARK: - Domains

  @Test(arguments: [
    ("https://www.example.com/a/b", "a=1"), ("https://example.com/a/b", ""),
    ("https://x.www.example.com/a/b", ""), ("https://www.example.com:8443/a/b", "a=1"),
    ("https://WWW.EXAMPLE.com/a/b", "a=1"), ("https://www.example.org/a/b", ""),
  ])
  func withoutADomainACookieIsHostOnly(target: String, expected: String) throws {
    expectEqual(try sent(["a=1"], to: target), expected)
  }

  @Test(arguments: [
    ("https://www.example.com/a/b", "a=1"), ("https://example.com/a/b", "a=1"),
    ("https://x.y.example.com/a/b", "a=1"), ("https://badexample.com/a/b", ""),
    ("https://example.com.evil.org/a/b", ""),
  ])
  func withADomainACookieIsSentToSubdomains(target: String, expected: String) throws {
    expectEqual(try sent(["a=1; Domain=example.com"], to: target), expected)
    expectEqual(try sent(["a=1; Domain=.EXAMPLE.com"], to: target), expected)
  }

  @Test(arguments: [
    "example.org", "x.www.example.com", "ample.com", "com", ".com", "w.example.com", "127.0.0.1",
  ])
  func aDomainThatDoesNotMatchTheHostIsRejected(domain: String) throws {
    expectEqual(try sent(["a=1; Domain=\(domain)"]), "")
  }

  @Test(arguments: [
    ("http://localhost/", "localhost"), ("http://127.0.0.1/", "127.0.0.1"), ("http://com/", "com"),
  ])
  func cookiesOfSingleLabelsAndAddressesAreHostOnly(source: String, domain: String) throws {
    expectEqual(try sent(["a=1; Domain=\(domain)"], from: source), "a=1")
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1; Domain=\(domain)"], from: try url(source), at: now)
    expectEqual(store.cookies.map(\.isHostOnly), [true])
  }

  @Test(arguments: ["0.0.1", "1", "0.1"]) func partsOfAnAddressAreNotDomains(domain: String) throws {
    expectEqual(try sent(["a=1; Domain=\(domain)"], from: "http://127.0.0.1/"), "")
  }

  @Test func anInternationalNameEqualsItsASCIIForm() throws {
    let (name, ascii) = ("https://www.bücher.example/", "https://www.xn--bcher-kva.example/")
    expectEqual(try sent(["a=1; Domain=xn--bcher-kva.example"], from: name), "a=1")
    expectEqual(try sent(["a=1"], from: name, to: ascii), "a=1")
    expectEqual(try sent(["a=1"], from: ascii, to: name), "a=1")
  }

  @Test func anIPv6AddressCanHaveCookies() throws {
    expectEqual(try sent(["a=1"], from: "http://[::1]/"), "a=1")
  }

  // MARK: - Paths

  @Test(arguments: [
    ("https://h.io/a/b", "/a"), ("https://h.io/a/b/", "/a/b"), ("https://h.io/a", "/"),
    ("https://h.io/", "/"),
    ("https://h.io", "/"), ("https://h.io/a/b?c=/d/e", "/a"), ("https://h.io//a", "/"),
  ])
  func theDefaultPathEndsAtTheLastSlashOfTheURL(source: String, path: String) throws {
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1"], from: try url(source), at: now)
    expectEqual(store.cookies.map(\.path), [path])
  }

  @Test(arguments: [
    ("/a", "/a", true), ("/a", "/a/b", true), ("/a/", "/a/b", true), ("/a", "/ab", false),
    ("/a/", "/a", false),
    ("/", "/x", true), ("/a", "/", false), ("/A", "/a", false),
  ])
  func pathsMatchAtSegmentBoundaries(path: String, requested: String, matches: Bool) throws {
    let cookies = try sent(
      ["a=1; Path=\(path)"], from: "https://h.io/", to: "https://h.io\(requested)")
    expectEqual(cookies, matches ? "a=1" : "")
  }

  // MARK: - Schemes and time

  @Test func secureCookiesAreSentOnlyOverHTTPS() throws {
    expectEqual(try sent(["a=1; Secure", "b=2"], from: "https://h.io/", to: "http://h.io/"), "b=2")
    expectEqual(try sent(["a=1; Secure", "b=2"], from: "https://h.io/", to: "https://h.io/"), "a=1; b=2")
  }

  @Test func httpOnlyCookiesAreSentLikeOthers() throws {
    expectEqual(try sent(["a=1; HttpOnly"]), "a=1")
  }

  @Test func maxAgeCountsFromTheResponse() throws {
    expectEqual(try sent(["a=1; Max-Age=10"], later: 9.9), "a=1")
    expectEqual(try sent(["a=1; Max-Age=10"], later: 10), "")
  }

  @Test func maxAgeOverridesExpires() throws {
    let past = "Expires=Sun, 06 Nov 1994 08:49:37 GMT"
    expectEqual(try sent(["a=1; Max-Age=10; \(past)"]), "a=1")
    expectEqual(try sent(["a=1; \(past); Max-Age=10"]), "a=1")
    expectEqual(try sent(["a=1; \(past)"]), "")
    expectEqual(try sent(["a=1; Max-Age=99999999999999999999"], later: 34_559_999), "a=1")
  }

  @Test(arguments: ["Max-Age=0", "Max-Age=-1", "Expires=Sun, 06 Nov 1994 08:49:37 GMT"])
  func anExpiredCookieRemovesTheStoredOne(attribute: String) throws {
    expectEqual(try sent(["a=1", "a=; \(attribute)"]), "")
    expectEqual(try sent(["a=1", "a=; \(attribute); Path=/other"]), "a=1")
  }

  // MARK: - Replacing and order

  @Test func aReplacedCookieKeepsItsPosition() throws {
    expectEqual(try sent(["a=1", "b=2", "a=3"]), "a=3; b=2")
    expectEqual(try sent(["a=1; Path=/a", "a=2; Path=/"]), "a=1; a=2")
  }

  /// RFC 6265 section 5.3: an expired cookie is evicted at once, and section 5.4: earlier creation times come first.
  @Test func aCookieThatReplacesAnExpiredOneIsNew() throws {
    var store = CookieStore(limits: CookieLimits())
    let address = try url("https://h.io/")
    store.store(["a=1; Max-Age=5", "b=1"], from: address, at: now)
    let later = now.addingTimeInterval(10)
    store.store(["a=2"], from: address, at: later)
    let sent = store.take(for: address, at: later)
    expectEqual(sent.map(\.name), ["b", "a"])
    expectEqual(sent.last?.created, later)
  }

  @Test func namesAreCaseSensitive() throws {
    expectEqual(try sent(["a=1", "A=2"]), "a=1; A=2")
  }

  @Test func longerPathsComeFirstThenOlderCookies() throws {
    expectEqual(
      try sent(["a=1; Path=/", "b=2; Path=/a/b", "c=3; Path=/a", "d=4; Path=/", "e=5; Path=/a"]),
      "b=2; c=3; e=5; a=1; d=4")
  }

  // MARK: - Limits

  @Test func theDefaultLimitsAre3000CookiesAnd50ForADomain() {
    expectEqual(CookieLimits(), CookieLimits(total: 3000, perDomain: 50))
  }

  @Test(.heavy) func theURLOfARequestIsReadOnceForAllCookies() throws {
    let target = try url("https://www.example.com/a/b?c=d")
    var store = CookieStore(limits: CookieLimits())
    for number in 0..<1_000 {
      store.insert(Cookie(name: "a", value: "1", domain: "h\(number).example.com"), at: now)
    }
    let cookies = store.cookies
    let each = processorTime { for cookie in cookies { _ = cookie.matches(target) } }
    #expect(processorTime { _ = store.take(for: target, at: now) } * 2 < each)
  }

  @Test(arguments: [
    CookieLimits(total: 0), CookieLimits(perDomain: 0), CookieLimits(total: -1),
    CookieLimits(perDomain: .min),
  ])
  func aLimitBelowOneKeepsNoCookie(_ limits: CookieLimits) throws {
    var store = CookieStore(limits: limits)
    let fields = ["a=1", "b=2; Secure", "__Host-c=3; Secure; Path=/"]
    store.store(fields, from: try url("https://h.io/"), at: now)
    store.insert(Cookie(name: "d", value: "4", domain: "h.io", isSecure: true), at: now)
    expectEqual(store.cookies.map(\.name), [])
  }

  @Test func aFullDomainEvictsTheLeastRecentlySentCookie() throws {
    var store = CookieStore(limits: CookieLimits(total: 100, perDomain: 2))
    let host = try url("https://h.io/")
    store.store(["a=1; Path=/x"], from: host, at: now)
    store.store(["b=2; Path=/y"], from: host, at: now.addingTimeInterval(1))
    _ = store.take(for: try url("https://h.io/x"), at: now.addingTimeInterval(2))
    store.store(["c=3"], from: host, at: now.addingTimeInterval(3))
    expectEqual(store.cookies.map(\.name), ["a", "c"])
    store.store(["z=9"], from: host, at: now.addingTimeInterval(3))
    expectEqual(store.cookies.map(\.name), ["c", "z"])
    store.store(["d=1"], from: try url("https://other.io/"), at: now.addingTimeInterval(3))
    expectEqual(store.cookies.map(\.name), ["c", "z", "d"])
  }

  @Test func expiredCookiesAreEvictedFirst() throws {
    var store = CookieStore(limits: CookieLimits(total: 2, perDomain: 2))
    let host = try url("https://h.io/")
    store.store(["a=1", "b=2; Max-Age=1"], from: host, at: now)
    store.store(["c=3"], from: host, at: now.addingTimeInterval(5))
    expectEqual(store.cookies.map(\.name), ["a", "c"])
  }

  @Test func theTotalLimitIsEnforced() throws {
    var store = CookieStore(limits: CookieLimits(total: 30, perDomain: 10))
    for host in 0..<10 {
      for name in 0..<20 {
        store.store(["c\(name)=1"], from: try url("https://h\(host).io/"), at: now)
      }
    }
    expectEqual(store.cookies.count, 30)
    expectEqual(store.cookies.last?.name, "c19")
  }

  // MARK: - Inserted cookies

  @Test(arguments: [
    Cookie(name: "", value: "1", domain: "h.io"), Cookie(name: "a\r\nb", value: "1", domain: "h.io"),
    Cookie(name: "a", value: "1; b=2", domain: "h.io"), Cookie(name: "a=b", value: "1", domain: "h.io"),
    Cookie(name: "a", value: "1", domain: ""), Cookie(name: "a", value: "1", domain: "h.io", path: "x"),
    Cookie(name: "a", value: "1\0", domain: "h.io"),
  ])
  func anInsertedCookieWithInvalidCharactersIsIgnored(cookie: Cookie) {
    var store = CookieStore(limits: CookieLimits())
    store.insert(cookie, at: now)
    expectTrue(store.cookies.isEmpty)
  }

  /// RFC 6265bis section 5.8.3: cookies with earlier creation times are listed before those with later ones.
  @Test func anInsertedCookieThatWasSetEarlierComesFirst() throws {
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1"], from: try url("https://h.io/"), at: now)
    store.insert(
      Cookie(name: "b", value: "1", domain: "h.io", created: now.addingTimeInterval(-60)), at: now)
    let sent = store.take(for: try url("https://h.io/"), at: now)
    expectEqual(sent.map(\.name), ["b", "a"])
  }

  @Test func domainsAreLowercased() throws {
    var store = CookieStore(limits: CookieLimits())
    store.insert(Cookie(name: "a", value: "1", domain: "H.io"), at: now)
    expectEqual(store.take(for: try url("https://h.io/"), at: now).count, 1)
  }
}
