import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct SetCookieTests {
  @Test func nameAndValueAreTrimmed() throws {
    let cookie = try #require(SetCookie("  a b =  \"c=d\" e \t; Path=/x"))
    #expect(cookie.name == "a b")
    #expect(cookie.value == "\"c=d\" e")
    #expect(cookie.path == "/x")
  }

  @Test func anEmptyValueIsAllowed() {
    #expect(SetCookie("a=")?.value == "")
  }

  /// A character of `String` would contain the separator and the mark.
  @Test func separatorsBeforeACombiningMarkSeparate() throws {
    let cookie = try #require(SetCookie("a=\u{301}b; Path=/x; Domain=.\u{301}.example;\u{301}HttpOnly"))
    #expect(cookie.name == "a")
    #expect(cookie.value == "\u{301}b")
    #expect(cookie.path == "/x")
    #expect(cookie.domain.map { Array($0.utf8) } == Array("\u{301}.example".utf8))
    #expect(SetCookie("a=b; Path=/\u{301}")?.path == "/\u{301}")
    #expect(SetCookie("a=b; Path=\u{301}/x")?.path == nil)
  }

  @Test(arguments: [
    "", ";", "a", "=b", " =b", "a; b=c", "a=b\u{7f}", "a=b\u{1}", "a=b; Path=/\u{0}", "a=b\r\nX: y",
  ])
  func aMissingNameOrControlCharacterRejectsTheField(text: String) {
    #expect(SetCookie(text) == nil)
  }

  @Test func attributesMayHaveAnyCaseAndSpacing() throws {
    let cookie = try #require(
      SetCookie("a=b;SECURE;  httponly=whatever ;DOMAIN = .Example.COM;max-age=10;pAtH=/p;SameSite=Lax"))
    #expect(cookie.isSecure && cookie.isHTTPOnly)
    #expect(cookie.domain == "example.com")
    #expect(cookie.maxAge == 10)
    #expect(cookie.path == "/p")
  }

  @Test func theLastOfRepeatedAttributesIsUsed() throws {
    let cookie = try #require(
      SetCookie("a=b; Path=/x; Path=/y; Max-Age=1; Max-Age=2; Domain=a.b; Domain=c.d"))
    #expect(cookie.path == "/y")
    #expect(cookie.maxAge == 2)
    #expect(cookie.domain == "c.d")
    #expect(SetCookie("a=b; Path=/x; Path=y")?.path == .some(nil))
  }

  @Test(arguments: [("-1", -1), ("0", 0), ("007", 7), ("99999999999999999999", Int64.max)])
  func maxAgeIsParsed(text: String, seconds: Int64) {
    #expect(SetCookie("a=b; Max-Age=\(text)")?.maxAge == seconds)
  }

  @Test(arguments: ["", "-", "+1", "1.5", "1s", "--1", "٣"]) func anInvalidMaxAgeIsIgnored(text: String) {
    #expect(SetCookie("a=b; Max-Age=5; Max-Age=\(text)")?.maxAge == 5)
  }

  @Test func anInvalidDateIsIgnored() {
    #expect(SetCookie("a=b; Expires=soon")?.expires == .some(nil))
    #expect(SetCookie("a=b; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Expires=soon")?.expires != .some(nil))
  }

  @Test func anEmptyDomainIsIgnored() {
    #expect(SetCookie("a=b; Domain=")?.domain == .some(nil))
    #expect(SetCookie("a=b; Domain=.")?.domain == .some(nil))
  }

  @Test func cookiesAndAttributesThatAreTooLargeAreIgnored() {
    #expect(SetCookie("a=" + String(repeating: "x", count: 4095)) != nil)
    #expect(SetCookie("a=" + String(repeating: "x", count: 4096)) == nil)
    let path = "/" + String(repeating: "x", count: 1024)
    #expect(SetCookie("a=b; Path=/short; Path=\(path)")?.path == "/short")
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
