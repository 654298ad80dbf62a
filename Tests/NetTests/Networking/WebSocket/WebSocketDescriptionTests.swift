import Foundation
import Net
import TestSupport
import Testing

/// The URL of a handshake.
@Suite struct WebSocketDescriptionTests {
  private func handshake(_ url: String, _ base: String?) throws -> String {
    try WebSocketDescription(url).request.transportRequest(
      baseURL: base.flatMap { URL(string: $0) }.map(BaseURL.init), headers: SessionHeaders([:]), accept: nil,
      encoder: JSONEncoder()
    ).url.absoluteString
  }

  @Test(arguments: ["wss://example.com/v1/", "WSS://example.com/v1/", "https://example.com/v1/"])
  func aRelativeURLIsResolvedAgainstABaseOfEitherScheme(base: String) throws {
    expectEqual(try handshake("chat?a=b", base), "https://example.com/v1/chat?a=b")
    expectEqual(try handshake("/chat", base), "https://example.com/chat")
    expectEqual(try handshake("", base), "https://example.com/v1/")
  }

  @Test func aBaseWithoutTLSStaysUnencrypted() throws {
    expectEqual(try handshake("chat", "ws://example.com:81/"), "http://example.com:81/chat")
  }

  @Test func anAbsoluteURLNeedsNoBase() throws {
    expectEqual(try handshake("wss://example.com/chat", nil), "https://example.com/chat")
    expectEqual(try handshake("wss://example.com/chat", "ftp://a/"), "https://example.com/chat")
  }

  @Test func aBaseWithAnotherSchemeIsAnError() {
    #expect(throws: NetworkError.self) { try handshake("chat", "ftp://example.com/") }
  }

  @Test func aWSBaseURLIsInvalidForAnOrdinaryRequest() {
    #expect {
      try RequestDescription("users").transportRequest(
        baseURL: URL(string: "wss://example.com/").map(BaseURL.init), headers: SessionHeaders([:]),
        accept: nil,
        encoder: JSONEncoder())
    } throws: { error in
      (error as? NetworkError)?.reason == .invalidRequest(.baseURL("wss://example.com/"))
    }
  }
}
