import Foundation
import TestSupport
import Testing

@testable import Net

/// What a plain HTTP connection may do to `Secure` cookies, and the rules for name prefixes (RFC 6265bis
/// section 5.7).
@Suite struct SecureCookieTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// The cookies that a store holds after these responses, as `name=value`.
  private func kept(_ responses: [(from: String, field: String)]) throws -> [String] {
    var store = CookieStore(limits: CookieLimits())
    for response in responses { store.store([response.field], from: try url(response.from), at: now) }
    return store.cookies.map { "\($0.name)=\($0.value)" }
  }

  private func kept(_ field: String, from source: String = "https://www.example.com/a/b") throws -> [String] {
    try kept([(source, field)])
  }

  // MARK: - Secure

  @Test(arguments: ["127.+0.0.1", "127.0.0.+1", "127.0.0.-0"])
  func aHostWithASignIsNotALoopbackAddress(host: String) throws {
    expectEqual(try kept("a=1; Secure", from: "http://127.0.0.1/"), ["a=1"])
    expectEqual(try kept("a=1; Secure", from: "http://\(host)/"), [])
  }

  @Test func aSecureCookieFromPlainHTTPIsRejected() throws {
    expectEqual(try kept("a=1; Secure", from: "http://www.example.com/"), [])
    expectEqual(try kept("a=1; Secure", from: "https://www.example.com/"), ["a=1"])
  }

  @Test(arguments: [
    "http://localhost/", "http://LOCALHOST:8080/", "http://app.localhost/", "http://127.0.0.1/",
    "http://127.1.2.3/", "http://[::1]:8080/",
  ])
  func aLoopbackConnectionIsSecure(source: String) throws {
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1; Secure"], from: try url(source), at: now)
    expectEqual(store.take(for: try url(source), at: now).map(\.name), ["a"])
  }

  @Test(arguments: [
    "http://localhost.example.com/", "http://notlocalhost/", "http://127.example.com/", "http://10.0.0.1/",
    "http://128.0.0.1/", "http://[::2]/",
  ])
  func aPlainConnectionToAnotherHostIsNotSecure(source: String) throws {
    expectEqual(try kept("a=1; Secure", from: source), [])
  }

  @Test(arguments: [
    ("a=2", "http://www.example.com/"), ("a=2; Path=/", "http://www.example.com/"),
    ("a=2; Path=/login", "http://www.example.com/"), ("a=; Path=/; Max-Age=0", "http://www.example.com/"),
    ("a=2; Domain=example.com", "http://www.example.com/"), ("a=2", "http://example.com/"),
    ("a=2", "http://x.www.example.com/"), ("a=2; Domain=www.example.com", "http://x.www.example.com/"),
  ])
  func plainHTTPNeitherReplacesNorShadowsASecureCookie(field: String, source: String) throws {
    let secure = "a=1; Secure; Path=/; Domain=www.example.com"
    expectEqual(try kept([("https://www.example.com/", secure), (source, field)]), ["a=1"])
  }

  @Test(arguments: [
    ("b=2", "http://www.example.com/login"), ("a=2; Path=/", "http://www.example.com/"),
    ("a=2; Path=/loginx", "http://www.example.com/"), ("a=2; Path=/login", "http://other.example.com/"),
  ])
  func plainHTTPSetsCookiesThatShadowNoSecureCookie(field: String, source: String) throws {
    let secure = "a=1; Secure; Path=/login"
    expectEqual(try kept([("https://www.example.com/", secure), (source, field)]).count, 2)
  }

  @Test func aSecureCookieIsReplacedOverHTTPS() throws {
    let source = "https://www.example.com/"
    expectEqual(try kept([(source, "a=1; Secure"), (source, "a=2")]), ["a=2"])
    expectEqual(try kept([(source, "a=1; Secure"), (source, "a=; Max-Age=0")]), [])
  }

  @Test func anExpiredSecureCookieCanBeReplacedOverPlainHTTP() throws {
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1; Secure; Max-Age=5"], from: try url("https://www.example.com/"), at: now)
    store.store(["a=2"], from: try url("http://www.example.com/"), at: now.addingTimeInterval(5))
    expectEqual(store.cookies.map(\.value), ["2"])
  }

  @Test func plainHTTPCookiesDoNotEvictSecureOnes() throws {
    var store = CookieStore(limits: CookieLimits(total: 100, perDomain: 3))
    store.store(["s=1; Secure", "t=1; Secure"], from: try url("https://www.example.com/"), at: now)
    for number in 1...9 {
      let later = now.addingTimeInterval(Double(number))
      store.store(["n\(number)=1"], from: try url("http://www.example.com/"), at: later)
    }
    expectEqual(store.cookies.map(\.name), ["s", "t", "n9"])
    store.store(["u=1; Secure"], from: try url("https://www.example.com/"), at: now.addingTimeInterval(20))
    store.store(["n=1"], from: try url("http://www.example.com/"), at: now.addingTimeInterval(21))
    expectEqual(store.cookies.map(\.name), ["s", "t", "u"])
  }

  @Test func aSecureCookieEvictsTheOldestOfItsDomainIfAllAreSecure() throws {
    var store = CookieStore(limits: CookieLimits(total: 100, perDomain: 2))
    store.store(["o=1; Secure"], from: try url("https://www.example.org/"), at: now)
    for (second, name) in ["s", "t", "u"].enumerated() {
      let later = now.addingTimeInterval(Double(second + 1))
      store.store(["\(name)=1; Secure"], from: try url("https://www.example.com/"), at: later)
    }
    expectEqual(store.cookies.map(\.name), ["o", "t", "u"])
  }

  // MARK: - Prefixes

  @Test(arguments: [
    "__Secure-a=1; Secure", "__secure-a=1; Secure; Domain=example.com; Path=/x",
    "__Host-a=1; Secure; Path=/", "__HOST-a=1; Path=/; Secure", "__Hosta=1", "_Secure-a=1",
  ])
  func aCookieThatMeetsItsPrefixIsKept(field: String) throws { expectEqual(try kept(field).count, 1) }

  @Test(arguments: [
    "__Secure-a=1", "__SECURE-a=1", "__secure-=1", "__Host-a=1", "__Host-a=1; Secure",
    "__Host-a=1; Secure; Path=/a", "__host-a=1; Secure; Path=/; Domain=www.example.com",
    "__HOST-a=1; Path=/",
  ])
  func aCookieThatViolatesItsPrefixIsRejected(field: String) throws { expectEqual(try kept(field), []) }

  @Test func aHostPrefixRequiresAnExplicitPath() throws {
    expectEqual(try kept("__Host-a=1; Secure", from: "https://www.example.com/"), [])
    expectEqual(try kept("__Host-a=1; Secure; Path=", from: "https://www.example.com/").count, 1)
  }

  @Test(arguments: ["__Host-a=1; Secure; Path=/", "__Secure-a=1; Secure"])
  func prefixedCookiesAreRejectedOverPlainHTTP(field: String) throws {
    expectEqual(try kept(field, from: "http://www.example.com/"), [])
  }

  @Test(arguments: ["=__Host-a=1", "= __Secure-a=1; Secure", "__Host-a", "__secure-a; Secure; Path=/", "=a"])
  func aCookieWithoutANameIsRejected(field: String) throws { expectEqual(try kept(field), []) }

  @Test func anInsertedCookieMustMeetItsPrefix() {
    let jar = CookieJar()
    jar.insert([
      Cookie(name: "__Host-a", value: "1", domain: "example.com", isSecure: true),
      Cookie(name: "__Host-b", value: "1", domain: "example.com"),
      Cookie(name: "__Host-c", value: "1", domain: "example.com", isHostOnly: false, isSecure: true),
      Cookie(name: "__Secure-d", value: "1", domain: "example.com"),
    ])
    expectEqual(jar.cookies.map(\.name), ["__Host-a"])
  }

  // MARK: - Identity and age

  @Test func hostOnlyAndDomainCookiesAreDistinct() throws {
    let source = "https://example.com/"
    expectEqual(try kept([(source, "a=1"), (source, "a=2; Domain=example.com")]), ["a=1", "a=2"])
    expectEqual(
      try kept([(source, "a=1; Domain=example.com"), (source, "a=2; Domain=.example.com")]), ["a=2"])
  }

  @Test(arguments: ["Max-Age=99999999999", "Max-Age=34560001", "Expires=Thu, 31 Dec 2099 23:59:59 GMT"])
  func cookiesExpireAfterAtMost400Days(attribute: String) throws {
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1; \(attribute)"], from: try url("https://example.com/"), at: now)
    expectEqual(store.cookies.map(\.expires), [now.addingTimeInterval(400 * 86_400)])
  }

  // MARK: - Hosts

  @Test(arguments: [
    ("https://example.com./", "example.com"), ("https://example.com./", "example.com."),
    ("https://www.example.com./", ".example.com."),
  ])
  func aTrailingDotOfTheHostIsIgnored(source: String, domain: String) throws {
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1; Domain=\(domain)", "b=1"], from: try url(source), at: now)
    expectEqual(store.cookies.first?.domain, "example.com")
    #expect(store.take(for: try url("https://example.com/"), at: now).contains { $0.name == "a" })
    expectEqual(store.take(for: try url(source), at: now).count, 2)
  }

  @Test func aDomainWithATrailingDotDoesNotMatchAHostWithoutOne() throws {
    expectEqual(try kept("a=1; Domain=example.com.", from: "https://www.example.com/"), [])
  }

  @Test func anAddressMayBeInBrackets() throws {
    for domain in ["[::1]", "::1"] {
      expectEqual(try kept("a=1; Domain=\(domain)", from: "http://[::1]/"), ["a=1"])
    }
    expectEqual(try kept("a=1; Domain=[::2]", from: "http://[::1]/"), [])
  }

  @Test func anEmptyLastDomainMakesTheCookieHostOnly() throws {
    var store = CookieStore(limits: CookieLimits())
    store.store(["a=1; Domain=example.com; Domain="], from: try url("https://www.example.com/"), at: now)
    expectEqual(store.cookies.map(\.isHostOnly), [true])
  }
}
