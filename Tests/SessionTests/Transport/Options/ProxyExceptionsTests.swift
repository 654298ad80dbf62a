import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct ProxyExceptionsTests {
  private func isException(_ url: String, _ exceptions: String...) throws -> Bool {
    let host = try #require(URL(string: url)?.canonicalHost)
    return try ProxyExceptions(exceptions).contains(host)
  }

  @Test(arguments: [
    ("http://internal/", true), ("http://a.internal:8080/", true), ("http://A.B.Internal./", true),
    ("http://ainternal/", false), ("http://internal.example/", false), ("http://10.0.0.1/", false),
  ])
  func aNameMatchesItselfAndItsSubdomains(url: String, matches: Bool) throws {
    expectEqual(try isException(url, "other", "internal"), matches)
    expectEqual(try isException(url, ".Internal"), matches)
    expectEqual(try isException(url, "internal."), matches)
  }

  @Test func anInternationalNameMatchesBothForms() throws {
    #expect(try isException("http://www.xn--bcher-kva.example/", "bücher.example"))
    #expect(try isException("http://bücher.example/", "xn--bcher-kva.example"))
  }

  @Test(arguments: [
    ("127.0.0.1", "http://127.0.0.1/", true), ("127.0.0.1", "http://127.1/", true),
    ("127.0.0.1", "http://127.0.0.2/", false), ("::1", "http://[0:0::1]:8080/", true),
    ("[::1]", "http://[::1]/", true), ("::1", "http://[::2]/", false), ("::1", "http://0.0.0.1/", false),
    ("fe80::1", "http://[fe80::1%25eth0]/", true), ("0.0.1", "http://127.0.0.1/", false),
  ])
  func anAddressMatchesItselfInAnySpelling(exception: String, url: String, matches: Bool) throws {
    expectEqual(try isException(url, exception), matches)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "http://10.255.1.2/", true), ("10.0.0.0/8", "http://11.0.0.1/", false),
    ("192.168.1.128/25", "http://192.168.1.200/", true), ("192.168.1.128/25", "http://192.168.1.1/", false),
    ("10.1.2.3/32", "http://10.1.2.3/", true), ("10.1.2.3/32", "http://10.1.2.2/", false),
    ("0.0.0.0/0", "http://8.8.8.8/", true), ("0.0.0.0/0", "http://[::1]/", false),
    ("0.0.0.0/0", "http://a.example/", false), ("fd00::/8", "http://[fdab::1]/", true),
    ("fd00::/8", "http://[fe80::1]/", false), ("2001:db8::/33", "http://[2001:db8:7fff::1]/", true),
    ("2001:db8::/33", "http://[2001:db8:8000::1]/", false), ("10.0.0.0/8", "http://10.example/", false),
  ])
  func aNetworkMatchesItsAddresses(exception: String, url: String, matches: Bool) throws {
    expectEqual(try isException(url, exception), matches)
  }

  @Test func anAsteriskMatchesEverything() throws {
    for url in ["http://a/", "http://127.0.0.1/", "http://[::1]/"] {
      #expect(try isException(url, "internal", "*"))
    }
  }

  @Test func withoutExceptionsNothingMatches() throws {
    #expect(try ProxyExceptions([]).isEmpty)
    #expect(try !isException("http://localhost/"))
  }
}
