import Foundation
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// No input of a peer or a caller crashes the process or takes forever.
///
/// The inputs are generated from fixed seeds.
@Suite struct HostileInputTests {
  private static let fragments = [
    "\"", "<", ">", ",", ";", "=", "\\", "/", "*", "?", "#", "&", "%", "%4", "%zz", "%00", ":", "@", "[", "]",
    "{", "}", " ", "\t", "\r\n", "\0", "\u{301}", "\u{200d}", "é", "🇩🇪", "\u{feff}", "a", "Z", "0", "-1",
    "1e999",
    "9223372036854775808", "-", "+", ".", "..", "//", "http", "https://", "example.com", "rel", "next",
    "null",
    "true", "\\ud800", "\\u12", "application/json", "q=0", "charset=", "utf-16", "iso-2022-jp",
  ]

  private static func texts(_ count: Int, seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...12, using: &generator))
        .map { _ in fragments.randomElement(using: &generator) ?? "" }.joined()
    }
  }

  @Test func headersAreSentOrRejected() throws {
    for text in Self.texts(3000, seed: 1) {
      let headers: HTTPHeaders = [HTTPField(name: "A", value: text), HTTPField(name: text, value: "1")]
      for field in headers {
        guard let checked = try? HTTPHeaders([field]).checked() else { continue }
        let sent = checked.description.utf8
        #expect(!sent.contains { $0 == 0 || $0 == 10 || $0 == 13 }, "\(text.debugDescription)")
        #expect(try HTTPHeaders([field]).checked() == checked.checked())
      }
    }
  }

  @Test func linksAreParsedOrSkipped() {
    let base = URL(string: "https://example.com/a")
    for text in Self.texts(3000, seed: 2) {
      for link in Link.parse([text, "<\(text)>; rel=\"next\"", text], relativeTo: base) {
        #expect(link.url == nil || link.url?.scheme != nil)
      }
    }
  }

  @Test(.heavy, arguments: ["\"", "<", "<>,", "\"\\", ";=", ",;"])
  func longHeadersTakeLinearTime(fragment: String) {
    let text = String(repeating: fragment, count: 50_000)
    // This takes half a second. Quadratic time would take minutes.
    let time = processorTime {
      _ = Link.parse([text])
      _ = MediaType.accepted(MediaType.ranges([text]))
      _ = MediaType(text)
      _ = ResponseHead.cookies(joined: text)
    }
    #expect(time < .seconds(20))
  }

  @Test func undecodableBytesAreATypedErrorThatKeepsTheBytes() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://example.com/")))
    var generator = SeededGenerator(seed: 3)
    let names = [
      "utf-16", "utf-16le", "utf-32", "iso-2022-jp", "euc-jp", "shift_jis", "macintosh", "windows-1253",
    ]
    for text in Self.texts(1500, seed: 4) {
      let charset = names.randomElement(using: &generator) ?? ""
      let bytes = (0..<7).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for type in [text, "text/plain; charset=\(charset)"] {
        let received = ReceivedResponse(
          request: request, head: ResponseHead(status: 200, headers: ["Content-Type": type]),
          data: Data(bytes))
        do {
          _ = try StringSerializer().serialize(received)
        } catch {
          let error = try #require(error as? NetworkError)
          #expect(error.underlyingError is TextDecodingError && error.data == received.data)
        }
        try? ValidationRules.standard.validate(received)
      }
    }
  }

  @Test func textsAreParsedAsJSONOrRejected() {
    for text in Self.texts(5000, seed: 5) {
      for text in [text, "[\(text)]", "{\"a\":\(text)}", "\"\(text)\""] {
        guard let value = try? JSONValue(parsing: text), let data = try? value.data() else { continue }
        expectEqual(try? JSONValue(parsing: data), value, "\(text.debugDescription)")
      }
    }
  }

  @Test func urlsAreSentOrRejected() throws {
    let base = BaseURL(try #require(URL(string: "https://example.com/a/b?c#d")))
    for text in Self.texts(3000, seed: 6) {
      let description = RequestDescription(text, parameters: ["q": text, text: 1])
      guard
        let request = try? description.transportRequest(
          baseURL: base, headers: SessionHeaders([:]), accept: nil, encoder: JSONEncoder())
      else { continue }
      #expect(["http", "https"].contains(request.url.scheme?.lowercased()))
      #expect(request.url.absoluteString.utf8.allSatisfy { (0x21..<0x7f).contains($0) }, "\(request.url)")
      _ = request.cURLDescription()
      _ = Redaction.standard.redacted(request.url)
    }
  }

  @Test func redirectsAreFollowedOrRejected() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://example.com/a?b#c")))
    for text in Self.texts(3000, seed: 7) {
      let head = ResponseHead(status: 302, headers: [HTTPField(name: "Location", value: text)])
      guard case .follow(let next) = RedirectPolicy.follow.verdict(on: head, to: request, redirects: 0) else {
        continue
      }
      expectEqual(next.url.scheme?.lowercased(), "https")
      expectEqual(next.url.host?.isEmpty, false)
    }
  }

  @Test(arguments: [
    "-1", "+5", "99999999999999999999", "0x10", "5, 6", "", "5 5", "９",
  ])
  func invalidLengthsAndDelaysAreIgnored(text: String) {
    let head = ResponseHead(status: 503, headers: ["Content-Length": text, "Retry-After": text])
    var progress = ExchangeProgress()
    progress.begin(
      length: head.headers.announcedDecodedLength, of: TransportRequest(url: URL(filePath: "/")))
    let reported = progress.advance(by: 3).progress
    expectNil(reported.total)
    var error = NetworkError(.validation(.statusCode(503)), response: head)
    error.request = TransportRequest(url: URL(filePath: "/"))
    let context = RetryContext(error: error, attempts: 1, elapsed: .zero)
    guard case .retry(let delay) = RetryPolicy().decision(about: context) else { return }
    #expect(delay >= .zero && delay <= .seconds(60))
  }

  @Test(arguments: [Int.min, -1, 0, 99, 1000, Int.max])
  func invalidStatusCodesFailValidation(status: Int) {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].respond(status)
    expectEqual(started.reason, .validation(.statusCode(status)))
    expectEqual(started.outcome?.response?.httpURLResponse?.statusCode, status)
  }
}
