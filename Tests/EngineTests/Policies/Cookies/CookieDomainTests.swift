import Foundation
import Net
import TestSupport
import Testing

/// The domains that a host may set cookies for, by a list.
///
/// The verdicts are those of libpsl 0.21.2 (`psl_is_cookie_domain_acceptable`) for the same rules.
@Suite struct CookieDomainTests {
  private static let rules = """
    com
    amazonaws.com
    us-east-1.elb.amazonaws.com
    *.compute.amazonaws.com
    s3.dualstack.us-east-1.amazonaws.com
    uk
    co.uk
    blogspot.co.uk
    ck
    *.ck
    !www.ck
    jp
    *.kawasaki.jp
    !city.kawasaki.jp
    io
    github.io
    name
    forgot.his.name
    cn
    公司.cn
    """

  /// A host, a domain, and whether the host may set a cookie for it.
  private static let verdicts: [(host: String, domain: String, isAllowed: Bool)] = [
    ("evil.us-east-1.elb.amazonaws.com", "evil.us-east-1.elb.amazonaws.com", true),
    ("evil.us-east-1.elb.amazonaws.com", "us-east-1.elb.amazonaws.com", false),
    ("evil.us-east-1.elb.amazonaws.com", "elb.amazonaws.com", false),
    ("evil.us-east-1.elb.amazonaws.com", "amazonaws.com", false),
    ("evil.us-east-1.elb.amazonaws.com", "com", false),
    ("a.evil.us-east-1.elb.amazonaws.com", "evil.us-east-1.elb.amazonaws.com", true),
    ("a.evil.us-east-1.elb.amazonaws.com", "elb.amazonaws.com", false),
    ("us-east-1.elb.amazonaws.com", "us-east-1.elb.amazonaws.com", true),
    ("us-east-1.elb.amazonaws.com", "elb.amazonaws.com", false),
    ("x.elb.amazonaws.com", "elb.amazonaws.com", true),
    ("x.elb.amazonaws.com", "amazonaws.com", false),
    ("host.zone.compute.amazonaws.com", "host.zone.compute.amazonaws.com", true),
    ("host.zone.compute.amazonaws.com", "zone.compute.amazonaws.com", false),
    ("host.zone.compute.amazonaws.com", "compute.amazonaws.com", false),
    ("compute.amazonaws.com", "compute.amazonaws.com", true),
    ("compute.amazonaws.com", "amazonaws.com", false),
    ("a.s3.dualstack.us-east-1.amazonaws.com", "dualstack.us-east-1.amazonaws.com", false),
    ("a.s3.dualstack.us-east-1.amazonaws.com", "us-east-1.amazonaws.com", false),
    ("www.example.com", "example.com", true),
    ("www.example.com", "com", false),
    ("www.example.com", "ample.com", false),
    ("www.example.com", "x.www.example.com", false),
    ("example.com", "www.example.com", false),
    ("shop.co.uk", "co.uk", false),
    ("www.shop.co.uk", "shop.co.uk", true),
    ("me.blogspot.co.uk", "blogspot.co.uk", false),
    ("me.blogspot.co.uk", "co.uk", false),
    ("a.b.ck", "b.ck", false),
    ("c.a.b.ck", "a.b.ck", true),
    ("www.ck", "www.ck", true),
    ("x.www.ck", "www.ck", true),
    ("x.www.ck", "ck", false),
    ("a.city.kawasaki.jp", "city.kawasaki.jp", true),
    ("a.city.kawasaki.jp", "kawasaki.jp", false),
    ("a.b.kawasaki.jp", "b.kawasaki.jp", false),
    ("a.b.kawasaki.jp", "kawasaki.jp", false),
    ("me.github.io", "github.io", false),
    ("github.io", "github.io", true),
    ("remember.his.name", "his.name", true),
    ("forgot.his.name", "his.name", false),
    ("me.forgot.his.name", "his.name", false),
    ("me.forgot.his.name", "me.forgot.his.name", true),
    ("xn--85x722f.xn--55qx5d.cn", "xn--55qx5d.cn", false),
    ("a.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", true),
    ("a.b.unknown", "b.unknown", true),
    ("a.b.unknown", "unknown", false),
    ("127.0.0.1", "127.0.0.1", true),
    ("127.0.0.1", "0.0.1", false),
    ("localhost", "localhost", true),
  ]

  @Test func aDomainMustBeLongerThanThePublicSuffixOfTheHost() throws {
    let list = try PublicSuffixList(Self.rules)
    let wrong = Self.verdicts.filter { verdict in
      let jar = CookieJar(publicSuffixes: list)
      let head = ResponseHead(status: 200, headers: ["Set-Cookie": "a=1; Domain=\(verdict.domain)"])
      guard let url = URL(string: "https://\(verdict.host)/") else { return true }
      jar.store(head, from: url)
      return jar.cookies.isEmpty == verdict.isAllowed
    }
    expectEqual(wrong.map { "\($0.host) \($0.domain)" }, [])
  }

  @Test func aCookieOfOneRegionIsNotSentToAnother() throws {
    let jar = CookieJar(
      publicSuffixes: try PublicSuffixList(
        "com\nus-east-1.elb.amazonaws.com\neu-west-1.elb.amazonaws.com"))
    let head = ResponseHead(status: 200, headers: ["Set-Cookie": "sid=forged; Domain=elb.amazonaws.com"])
    jar.store(head, from: try #require(URL(string: "https://evil.us-east-1.elb.amazonaws.com/")))
    let bank = try #require(URL(string: "https://bank.eu-west-1.elb.amazonaws.com/"))
    #expect(jar.cookies(for: bank).isEmpty)
  }

  @Test func cookiesOfTheParentOfAWildcardRuleAreHostOnly() throws {
    let jar = CookieJar(publicSuffixes: try PublicSuffixList("com\n*.compute.amazonaws.com"))
    let head = ResponseHead(status: 200, headers: ["Set-Cookie": "a=1; Domain=compute.amazonaws.com"])
    jar.store(head, from: try #require(URL(string: "https://compute.amazonaws.com/")))
    expectEqual(jar.cookies.map(\.isHostOnly), [true])
  }

  @Test func withoutAListWellKnownSuffixesAreChecked() throws {
    for (domain, isAllowed) in [("shop.co.uk", true), ("co.uk", false), ("uk", false)] {
      let jar = CookieJar()
      let head = ResponseHead(status: 200, headers: ["Set-Cookie": "a=1; Domain=\(domain)"])
      jar.store(head, from: try #require(URL(string: "https://www.shop.co.uk/")))
      expectEqual(jar.cookies.isEmpty, !isAllowed)
    }
  }
}
