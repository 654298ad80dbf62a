import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a jar accepts from hosts below a public suffix (RFC 6265 section 5.3, step 5).
@Suite struct PublicSuffixCookieTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func jar(_ rules: String? = nil) throws -> CookieJar {
    let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_700_000_000))
    guard let rules else { return CookieJar(clock: clock) }
    return CookieJar(publicSuffixes: try PublicSuffixList(rules), clock: clock)
  }

  /// The domain stored for a cookie from a host, with a leading dot unless it is host-only.
  private func kept(_ jar: CookieJar, domain: String, from host: String) throws -> [String] {
    jar.store(
      ResponseHead(status: 200, headers: ["Set-Cookie": "a=1; Domain=\(domain)"]),
      from: try url("https://\(host)/"))
    return jar.cookies.map { ($0.isHostOnly ? "" : ".") + $0.domain }
  }

  @Test(arguments: [
    ("co.uk", "a.co.uk"), ("com.au", "www.shop.com.au"), ("com", "example.com"), ("com.", "example.com."),
    ("co.uk.", "a.co.uk."), (".co.uk", "a.co.uk"), ("CO.UK", "a.co.uk"),
  ])
  func withoutAListCookiesForWellKnownSuffixesAreRejected(domain: String, host: String) throws {
    expectEqual(try kept(jar(), domain: domain, from: host), [])
  }

  @Test func withoutAListASiteUnderAWellKnownSuffixCanSetCookiesForItsDomain() throws {
    expectEqual(try kept(jar(), domain: "a.co.uk", from: "www.a.co.uk"), [".a.co.uk"])
    expectEqual(try kept(jar(), domain: "pages.example", from: "me.pages.example"), [".pages.example"])
  }

  @Test func aCookieForAListedSuffixIsRejected() throws {
    let rules = "pages.example\n*.city.example\n!hall.city.example"
    expectEqual(try kept(jar(rules), domain: "pages.example", from: "me.pages.example"), [])
    expectEqual(try kept(jar(rules), domain: "my.city.example", from: "www.my.city.example"), [])
    expectEqual(
      try kept(jar(rules), domain: "hall.city.example", from: "www.hall.city.example"),
      [
        ".hall.city.example"
      ])
  }

  @Test func aListReplacesTheWellKnownSuffixes() throws {
    expectEqual(try kept(jar("com"), domain: "co.uk", from: "a.co.uk"), [".co.uk"])
  }

  @Test func aHostThatIsASuffixSetsHostOnlyCookies() throws {
    expectEqual(try kept(jar(), domain: "co.uk", from: "co.uk"), ["co.uk"])
    let own = try jar("pages.example")
    expectEqual(try kept(own, domain: "pages.example", from: "pages.example"), ["pages.example"])
    #expect(own.cookies(for: try url("https://me.pages.example/")).isEmpty)
    expectEqual(own.cookies(for: try url("https://pages.example/")).count, 1)
  }

  @Test func anInternationalSuffixIsRejectedInEitherForm() throws {
    for host in ["食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"] {
      expectEqual(try kept(jar("公司.cn"), domain: "xn--55qx5d.cn", from: host), [])
      expectEqual(try kept(jar("net.cn"), domain: "xn--55qx5d.cn", from: host), [".xn--55qx5d.cn"])
    }
  }

  @Test(arguments: ["co.uk", "CO.UK", "com", "localhost", "10.0.0.1"])
  func anInsertedCookieForASuffixOrAnAddressIsHostOnly(domain: String) throws {
    let jar = try jar()
    jar.insert([Cookie(name: "a", value: "1", domain: domain, isHostOnly: false)])
    expectEqual(jar.cookies.map(\.isHostOnly), [true])
    expectEqual(jar.cookies(for: try url("https://\(domain)/")).count, 1)
    #expect(jar.cookies(for: try url("https://shop.\(domain)/")).isEmpty)
  }

  @Test func anInsertedCookieForAnotherDomainIsSentToSubdomains() throws {
    let jar = try jar("pages.example")
    jar.insert(
      ["co.uk", "pages.example"].map { Cookie(name: "a", value: "1", domain: $0, isHostOnly: false) })
    expectEqual(jar.cookies(for: try url("https://shop.co.uk/")).count, 1)
    #expect(jar.cookies(for: try url("https://me.pages.example/")).isEmpty)
  }

  @Test func inASessionASiteCannotSetCookiesForItsNeighbors() throws {
    let jar = try jar()
    let fixture = SessionFixture { $0.cookies = jar }
    _ = fixture.start(.get, "https://evil.co.uk/")
    fixture.tasks[0].respond(200, headers: ["Set-Cookie": "sid=forged; Domain=co.uk", "set-cookie": "own=1"])
    _ = fixture.start(.get, "https://good.co.uk/")
    expectNil(fixture.tasks[1].request.headers["Cookie"])
    _ = fixture.start(.get, "https://evil.co.uk/")
    expectEqual(fixture.tasks[2].request.headers["Cookie"], "own=1")
  }
}
