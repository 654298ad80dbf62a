import Foundation
import Net
import TestSupport
import Testing

/// The `SameSite` attribute of cookies (RFC 6265bis section 5.6.7).
@Suite struct SameSiteTests {
  private func jar(_ field: String, from source: String = "https://example.com/") throws -> CookieJar {
    let jar = CookieJar()
    jar.store(
      ResponseHead(status: 200, headers: ["Set-Cookie": field]), from: try #require(URL(string: source)))
    return jar
  }

  @Test(arguments: [
    ("a=1; SameSite=Strict", Cookie.SameSite.strict), ("a=1; samesite=LAX", .lax),
    ("a=1; SameSite=none; Secure", .unrestricted), ("a=1; SameSite=Lax; SameSite=Strict", .strict),
  ])
  func theSameSiteValueIsStored(field: String, value: Cookie.SameSite) throws {
    expectEqual(try jar(field).cookies.map(\.sameSite), [value])
  }

  @Test(arguments: ["a=1", "a=1; SameSite", "a=1; SameSite=", "a=1; SameSite=Lax; SameSite=Other"])
  func anUnknownValueIsNil(field: String) throws {
    expectEqual(try jar(field).cookies.map(\.sameSite), [nil])
  }

  @Test func aCookieWithSameSiteNoneMustBeSecure() throws {
    #expect(try jar("a=1; SameSite=None").cookies.isEmpty)
    expectEqual(try jar("a=1; SameSite=None; Secure").cookies.count, 1)
    #expect(try jar("a=1; SameSite=None; Secure", from: "http://example.com/").cookies.isEmpty)
  }

  @Test func theValueIsSavedWithTheCookie() throws {
    let data = try JSONEncoder().encode(try jar("a=1; SameSite=Strict").cookies)
    expectEqual(try JSONDecoder().decode([Cookie].self, from: data).map(\.sameSite), [.strict])
  }

  @Test func aSavedCookieWithoutTheValueCanBeDecoded() throws {
    let saved = """
      [{"name": "a", "value": "1", "domain": "example.com", "isHostOnly": true, "path": "/", "isSecure": false,
        "isHTTPOnly": false, "created": 0, "lastAccess": 0}]
      """
    expectEqual(try JSONDecoder().decode([Cookie].self, from: Data(saved.utf8)).map(\.sameSite), [nil])
  }

  @Test func aStrictCookieIsSentWithEveryRequest() throws {
    let jar = try jar("a=1; SameSite=Strict")
    expectEqual(jar.cookies(for: try #require(URL(string: "https://example.com/x"))).count, 1)
  }
}
