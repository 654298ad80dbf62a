import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct SetCookieTests {
  @Test func nameAndValueAreTrimmed() throws {
    let cookie = try #require(SetCookie("  a b =  \"c=d\" e \t; Path=/x"))
    expectEqual(cookie.name, "a b")
    expectEqual(cookie.value, "\"c=d\" e")
    expectEqual(cookie.path, "/x")
  }

  @Test func anEmptyValueIsAllowed() {
    expectEqual(SetCookie("a=")?.value, "")
  }

  /// A character of `String` would contain the separator and the mark.
  @Test func separatorsBeforeACombiningMarkSeparate() throws {
    let cookie = try #require(SetCookie("a=\u{301}b; Path=/x; Domain=.\u{301}.example;\u{301}HttpOnly"))
    expectEqual(cookie.name, "a")
    expectEqual(cookie.value, "\u{301}b")
    expectEqual(cookie.path, "/x")
    expectEqual(cookie.domain.map { Array($0.utf8) }, Array("\u{301}.example".utf8))
    expectEqual(SetCookie("a=b; Path=/\u{301}")?.path, "/\u{301}")
    expectNil(SetCookie("a=b; Path=\u{301}/x")?.path)
  }

  @Test(arguments: [
    "", ";", "a", "=b", " =b", "a; b=c", "a=b\u{7f}", "a=b\u{1}", "a=b; Path=/\u{0}", "a=b\r\nX: y",
  ])
  func aMissingNameOrControlCharacterRejectsTheField(text: String) {
    expectNil(SetCookie(text))
  }

  @Test func attributesMayHaveAnyCaseAndSpacing() throws {
    let cookie = try #require(
      SetCookie("a=b;SECURE;  httponly=whatever ;DOMAIN = .Example.COM;max-age=10;pAtH=/p;SameSite=Lax"))
    #expect(cookie.isSecure && cookie.isHTTPOnly)
    expectEqual(cookie.domain, "example.com")
    expectEqual(cookie.maxAge, 10)
    expectEqual(cookie.path, "/p")
  }

  @Test func theLastOfRepeatedAttributesIsUsed() throws {
    let cookie = try #require(
      SetCookie("a=b; Path=/x; Path=/y; Max-Age=1; Max-Age=2; Domain=a.b; Domain=c.d"))
    expectEqual(cookie.path, "/y")
    expectEqual(cookie.maxAge, 2)
    expectEqual(cookie.domain, "c.d")
    expectEqual(SetCookie("a=b; Path=/x; Path=y")?.path, .some(nil))
  }

  @Test(arguments: [("-1", -1), ("0", 0), ("007", 7), ("99999999999999999999", Int64.max)])
  func maxAgeIsParsed(text: String, seconds: Int64) {
    expectEqual(SetCookie("a=b; Max-Age=\(text)")?.maxAge, seconds)
  }

  @Test(arguments: ["", "-", "+1", "1.5", "1s", "--1", "٣"]) func anInvalidMaxAgeIsIgnored(text: String) {
    expectEqual(SetCookie("a=b; Max-Age=5; Max-Age=\(text)")?.maxAge, 5)
  }

  @Test func anInvalidDateIsIgnored() {
    expectEqual(SetCookie("a=b; Expires=soon")?.expires, .some(nil))
    expectNotEqual(SetCookie("a=b; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Expires=soon")?.expires, .some(nil))
  }

  @Test func anEmptyDomainIsIgnored() {
    expectEqual(SetCookie("a=b; Domain=")?.domain, .some(nil))
    expectEqual(SetCookie("a=b; Domain=.")?.domain, .some(nil))
  }

  @Test func cookiesAndAttributesThatAreTooLargeAreIgnored() {
    expectNotNil(SetCookie("a=" + String(repeating: "x", count: 4095)))
    expectNil(SetCookie("a=" + String(repeating: "x", count: 4096)))
    let path = "/" + String(repeating: "x", count: 1024)
    expectEqual(SetCookie("a=b; Path=/short; Path=\(path)")?.path, "/short")
  }

  @Test func randomBytesGiveOnlyValidCookies() {
    var random = SeededGenerator(seed: 4)
    let bytes = Array("ab=;,. \tPathDomainMax-AgeExpires0123456789\"\u{0}é".utf8)
    for _ in 0..<5000 {
      let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        bytes[Int.random(in: bytes.indices, using: &random)]
      }
      let cookie = SetCookie(String(decoding: noise, as: UTF8.self))
      if let cookie { #expect(!cookie.name.isEmpty && HeaderSyntax.isFieldValue(cookie.value)) }
    }
  }
}
