import Foundation
import TestSupport
import Testing

@testable import Net

/// All spellings of a host have one canonical form.
@Suite struct HostNameTests {
  @Test func allSpellingsOfAHostHaveOneCanonicalForm() {
    let groups: [(String, [String])] = [
      ("a.test", ["a.test", "A.Test", "a.test.", "%61.test", "a%2Etest", "a%2etest%2e", "ａ.test", "a。test"]),
      (
        "xn--bcher-kva.test",
        [
          "bücher.test", "BÜCHER.test", "xn--bcher-kva.test", "XN--BCHER-KVA.TEST.", "b%C3%BCcher.test",
          "bu\u{308}cher.test",
        ]
      ),
      (
        "127.0.0.1",
        [
          "127.0.0.1", "127.0.0.1.", "127.1", "0x7f.1", "0X7F.0.0.1", "2130706433", "0177.0.0.01", "127.0.1",
          "0x7f000001",
        ]
      ),
      ("255.0.0.1", ["255.0.0.1", "255.1", "0xff.1"]), ("127.0.0.255", ["127.0.0.0xff"]),
      ("::1", ["::1", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0.0.0.1]"]),
      ("2001:db8::ff", ["[2001:DB8::FF]", "2001:0db8:0:0:0:0:0:00ff"]),
      ("fe80::1%eth0", ["[fe80::1%25eth0]", "fe80::1%eth0", "[FE80:0::1%eth0]"]),
      ("h_t.test", ["H_T.test"]), ("1a.test", ["1A.test"]), ("1.2.3.4.5", ["1.2.3.4.5"]),
      ("256.256", ["256.256"]), ("0x+7f000001", ["0x+7f000001"]), ("127.0.0.0x-1", ["127.0.0.0x-1"]),
      ("", [""]), (".", ["."]),
    ]
    var wrong: [String] = []
    for (canonical, spellings) in groups {
      for spelling in spellings where HostName.canonical(spelling) != canonical {
        wrong.append("\(spelling): \(HostName.canonical(spelling)), not \(canonical)")
      }
    }
    expectEqual(wrong, [])
  }

  /// RFC 5952 sections 4.2 and 5; the last four bytes are decimal only after the prefix `::ffff:0:0/96`.
  @Test(arguments: [
    ("::db8:0", "::db8:0"), ("::1.2.3.4", "::102:304"), ("::ffff:102:304", "::ffff:1.2.3.4"),
    ("::FFFF:0:1.2.3.4", "::ffff:0:102:304"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("::", "::"),
    ("0:0:0:0:0:0:0:2", "::2"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("1:0:0:2:3:0:0:4", "1::2:3:0:0:4"),
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("1:2:3:4:5:6:0:0", "1:2:3:4:5:6::"),
    ("0:0:3:4:5:6:7:8", "::3:4:5:6:7:8"), ("0:2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
  ])
  func anIPv6AddressIsWrittenInItsShortestForm(address: String, shortest: String) throws {
    expectEqual(HostName.canonical("[\(address)]"), shortest)
    expectEqual(try HostName.spelled("[\(address)]"), "[\(shortest)]")
    expectEqual(HostName.canonical(shortest), shortest)
  }

  /// RFC 3986 section 3.2.2: `reg-name = *( unreserved / pct-encoded / sub-delims )`.
  @Test func aNameConsistsOfUnreservedCharactersAndSubdelimiters() {
    let allowed = (0..<128).map { Character(Unicode.Scalar($0 as UInt8)) }
      .filter { (try? HostName.spelled("a\($0)b")) == "a\($0)b" }
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    expectEqual(Set(allowed), Set("-._~!$&'()*+,;=0123456789\(letters)\(letters.lowercased())"))
  }

  @Test(arguments: ["h..", "H...", ".", "..", "h.%2e", "a..b", "127.0.0.1..", "xn--a..", "ü.."])
  func theCanonicalFormOfACanonicalFormIsItself(host: String) {
    let canonical = HostName.canonical(host)
    expectEqual(HostName.canonical(canonical), canonical)
  }

  @Test func differentHostsStayDifferent() {
    let hosts = [
      "a.test", "b.test", "a.a.test", "atest", "127.0.0.2", "::2", "fe80::1%a", "fe80::1%b", "xn--a.test",
    ]
    expectEqual(Set(hosts.map(HostName.canonical)).count, hosts.count)
  }

  @Test func canonicalHostOfAURL() throws {
    for (text, host) in [
      ("https://bücher.test/", "xn--bcher-kva.test"), ("https://A.test.:8443/x", "a.test"),
      ("https://[0::1]/", "::1"), ("https://%61.test/", "a.test"), ("https://127.1/", "127.0.0.1"),
    ] {
      expectEqual(try #require(URL(string: text)).canonicalHost, host)
    }
  }

  @Test(arguments: [
    ("https://a.test", "https://A.TEST.:443/x", true),
    ("https://bücher.test", "https://xn--bcher-kva.test", true),
    ("http://127.1", "http://127.0.0.1:80", true), ("https://a.test", "http://a.test", false),
    ("https://a.test", "https://a.test:444", false), ("https://a.test", "https://b.test", false),
    ("http://[fe80::1%25a]", "http://[fe80::1%25b]", false),
  ])
  func originsAreComparedByCanonicalHosts(left: String, right: String, isSame: Bool) throws {
    expectEqual(try #require(URL(string: left)).hasSameOrigin(as: #require(URL(string: right))), isSame)
  }

  @Test func theOriginTextHasNoSecrets() throws {
    let url = try #require(URL(string: "HTTPS://user:secret@[::1]:8443/path?token=secret#secret"))
    expectEqual(url.originText, "https://[::1]:8443")
    expectEqual(try #require(URL(string: "http://A.test:80/")).originText, "http://a.test")
  }

  @Test func pinsApplyToEverySpelling() throws {
    let pins = PublicKeyPins(["k"], for: ["a.test", "bücher.test", "127.0.0.1", "::1", "fe80::1"]).canonical
    let spellings = [
      "A.test.", "%61.test", "xn--bcher-kva.test", "BÜCHER.test.", "127.1", "[::1]", "[0:0::1]",
      "[fe80::1%25eth0]",
    ]
    expectEqual(spellings.filter { !pins.areFor(HostName.canonical($0)) }, [])
    expectEqual(["b.test", "a.a.test", "127.0.0.2"].filter { pins.areFor(HostName.canonical($0)) }, [])
    #expect(PublicKeyPins(["k"]).canonical.areFor("anything"))
  }
}
