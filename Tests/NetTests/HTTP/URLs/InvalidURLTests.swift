import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// URLs that escaping cannot fix fail before anything is sent, and are never retried.
@Suite struct InvalidURLTests {
  private static let invalid: [(String, String)] = [
    ("http://h.test:65536/", "the port is not a number up to 65535"),
    ("http://h.test:99999/ü", "the port is not a number up to 65535"),
    ("http://a%00b/", "the character U+0000 is not allowed in a host of a URL"),
    ("http://a b/", "the character U+0020 is not allowed in a host of a URL"),
    ("http://a|b/", "the character \"|\" is not allowed in a host of a URL"),
    ("http://h.test/\n", "the character U+000A is not allowed in a URL"),
    ("http://h.test/\u{7f}", "the character U+007F is not allowed in a URL"),
    ("http://[::1/", "the character \"[\" is not allowed in a host of a URL"),
    ("http://[x]/", "the host is neither a name nor an address"),
    ("http://u@v@h.test/", "the character \"@\" is not allowed in a user name of a URL"),
    ("http://user:p#ss@h.test/", "the port is not a number up to 65535"),
  ]

  @Test func theErrorDescribesTheProblem() {
    for (text, words) in Self.invalid {
      let error = #expect(throws: InvalidRequest.self) { try text.absoluteURL(relativeTo: nil) }
      expectEqual(error, .url(text))
      expectEqual(error?.description.hasSuffix(": \(words)"), true, "\(text): \(error?.description ?? "")")
    }
  }

  @Test(arguments: ["api.example.com/v1/", "ftp://ada:hunter2@h/", "https:/api.example.com/?token=hunter2"])
  func aBaseURLThatIsInvalidIsNamed(base: String) throws {
    let url = try #require(URL(string: base))
    let error = #expect(throws: InvalidRequest.self) { try "users".absoluteURL(relativeTo: BaseURL(url)) }
    expectEqual(error, .baseURL(base))
    let shown = Redaction.standard.redacted(urlText: base)
    expectEqual(error?.description, "the base URL \"\(shown)\" is not an absolute http or https URL")
    #expect(!shown.contains("hunter2"))
    // An absolute URL needs no base.
    expectEqual(try "https://e.com/".absoluteURL(relativeTo: BaseURL(url)).host(), "e.com")
  }

  @Test func urlsAndTextsFollowTheSameRules() throws {
    for text in ["http://h.test:65536/", "http://a%00b/", "http://a%20b/"] {
      let url = try #require(URL(string: text))
      #expect(throws: InvalidRequest.url(text)) { try url.absoluteURL(relativeTo: nil) }
    }
    let escaped = try #require(URL(string: "http://%68.test:80/%20"))
    expectEqual(try escaped.absoluteURL(relativeTo: nil).absoluteString, "http://h.test:80/%20")
  }

  @Test func invalidURLsAreNeitherSentNorRetried() async throws {
    let transport = MockTransport()
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy(base: .zero)]
    let session = NetworkSession(configuration: configuration, transport: transport)
    for (text, _) in Self.invalid {
      let error = await session.get(text).response(.data).error
      expectEqual(error?.reason, .invalidRequest(.url(text)))
      expectEqual(error?.attempts, 0)
    }
    expectTrue(transport.requests.isEmpty)
  }

  @Test(arguments: ["http://h.test:99999/x", "http://a%00b/", "https:e.com", "http://a b/"])
  func aRedirectToAnInvalidURLFailsAndIsNotRetried(location: String) async throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .status(302).header("Location", location))
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy(base: .zero)]
    let session = NetworkSession(configuration: configuration, transport: transport)
    let error = await session.get("http://h.test/").response(.data).error
    expectEqual(error?.reason, .redirect(.location(location)))
    expectEqual(transport.requests.count, 1)
  }
}
