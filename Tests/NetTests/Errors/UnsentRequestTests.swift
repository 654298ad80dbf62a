import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Errors of requests that were never sent name the request, and long descriptions are cut.
@Suite struct UnsentRequestTests {
  private func text(_ started: SessionFixture.Started<Data>) -> String? {
    started.outcome?.error?.description
  }

  @Test func anInvalidURLIsNamed() {
    let started = SessionFixture().start(.post, "https://a b/")
    expectEqual(
      text(started),
      "POST https://a b/ failed: \"https://a b/\" is not a URL: "
        + "the character U+0020 is not allowed in a host of a URL.")
  }

  @Test(arguments: [nil, URL(string: "https://example.com/v1/")])
  func aURLThatCannotBeMadeIsDescribedByItsOwnErrorAlone(_ base: URL?) throws {
    struct Unmade: URLConvertible {
      func asURL() throws -> URL { throw Broken() }
    }
    let lines = Locked<[String]>([])
    let session = SessionFixture {
      $0.baseURL = base
      $0.monitors = [LoggingMonitor { _, line in lines.update { $0.append(line) } }]
    }.session
    let expansion = try URITemplate("/{a}?token={t}").with(["a": "..", "t": "s3cret"])
    let failure = #"the value of "a" turns a path segment into "..", which would change the path"#
    let request = session.get(expansion)
    let error = SessionFixture.Started(request, responseSerializer: .data).outcome?.error
    expectEqual(error?.description, "GET /{a}?token=<redacted> failed: \(failure).")
    expectEqual(request.cURLDescription, "# no request: \(failure)")
    #expect(lines.value.contains { $0.contains(failure) && !$0.contains("not an absolute") })
    let unmade = SessionFixture.Started(session.get(Unmade()), responseSerializer: .data).outcome?.error
    expectEqual(unmade?.description.hasPrefix("GET Unmade failed: Broken"), true)
    expectEqual(unmade?.reason, .invalidRequest(.url("Unmade")))
  }

  @Test func theURLOfAWebSocketIsTheCallers() async throws {
    let transport = ScriptedWebSockets()
    let session = NetworkSession(transport: transport)
    let expansion = try URITemplate("wss://example.com/{a}").with(["a": ".."])
    let error = await #expect(throws: NetworkError.self) { try await session.webSocket(expansion).connect() }
    expectEqual(
      error?.description,
      #"GET wss://example.com/{a} failed: the value of "a" turns a path segment into "..", which would change the path."#
    )
    expectEqual(error?.reason, .invalidRequest(.url("wss://example.com/{a}")))
  }

  @Test func aWebSocketThatTheTransportDoesNotSupportIsNamed() async {
    let session = SessionFixture { $0.baseURL = URL(string: "https://example.com/v1/") }.session
    let error = await #expect(throws: NetworkError.self) { try await session.webSocket("chat").connect() }
    expectEqual(error?.description.hasPrefix("GET https://example.com/v1/chat failed: "), true)
  }

  @Test func aRelativeURLIsResolvedAgainstTheBase() {
    let fixture = SessionFixture { $0.baseURL = URL(string: "https://example.com/v1/") }
    let started = fixture.start(.get, "users", content: .data(Data([1]), contentType: nil))
    expectEqual(
      text(started),
      "GET https://example.com/v1/users failed: a GET request must not have a body; "
        + "call sendingBodyWithGet() if the service expects one.")
  }

  @Test func aParameterThatCannotBeEncodedNamesTheRequest() {
    let started = SessionFixture().start(.post) {
      $0.configure {
        $0.parameters = ["n": Double.nan]
        $0.encoding = .json
      }
    }
    expectEqual(started.reason, .encoding)
    expectEqual(
      text(started)?.hasPrefix("POST https://example.com/a failed: the parameters or the body"), true)
  }

  @Test func aCancelledRequestIsNamedBeforeItsStartAndBeforeItIsSent() {
    let fixture = SessionFixture { $0.interceptors = [TestInterceptor(onAdapt: { _, _ in })] }
    let waiting = fixture.start()
    waiting.request.cancel()
    expectEqual(text(waiting), "GET https://example.com/a failed: it was cancelled.")
    let ready = fixture.start { $0.cancel() }
    expectEqual(text(ready), "GET https://example.com/a failed: it was cancelled.")
  }

  @Test func aFailedAdapterNamesTheRequest() {
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onAdapt: { $1(.failure(Broken())) })]
    }
    expectEqual(
      text(fixture.start())?.hasPrefix("GET https://example.com/a failed: an interceptor failed"), true)
  }

  @Test func secretsInTheURLAreHidden() {
    let started = SessionFixture().start(.get, "https://ada:secret@example.com/?token=hidden") {
      $0.configure { $0.headers.add(name: "a\nb", value: "c") }
    }
    let text = text(started) ?? ""
    #expect(text.hasPrefix("GET https://"))
    #expect(!text.contains("secret"))
    #expect(!text.contains("hidden"))
  }

  @Test func theDescriptionOfALongURLIsCut() {
    let url = "https://example.com:99999/" + String(repeating: "ü", count: 100_000)
    let started = SessionFixture().start(.get, url)
    let text = text(started) ?? ""
    #expect(text.utf8.count < 2_200)
    #expect(text.hasSuffix("(200026 bytes)\" is not a URL: the port is not a number up to 65535."))
    #expect(InvalidRequest.url(url).description.utf8.count < 1_200)
  }

  @Test func theDescriptionOfALongCauseIsCut() {
    struct Long: Error, CustomStringConvertible { let description = String(repeating: "x", count: 1_000_000) }
    let text = NetworkError(.interceptor, data: Data("body".utf8), underlyingError: Long()).description
    #expect(text.utf8.count < 2_200)
    #expect(text.hasSuffix("bytes)\nThe body: body"))
  }
}
