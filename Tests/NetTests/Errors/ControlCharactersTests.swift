import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What comes from outside is printed without characters that change a terminal, the line, or the order of the text.
@Suite struct ControlCharactersTests {
  /// C0, ESC, DEL, C1, both separators, and a direction override and isolate.
  private static let hostile = "a\n\r\u{1b}[2J\u{7f}\u{9b}\u{2028}\u{2029}\u{202e}\u{2066}\u{200f}\u{61c}z"
  private static let shown =
    #"a\n\r\u{1b}[2J\u{7f}\u{9b}\u{2028}\u{2029}\u{202e}\u{2066}\u{200f}\u{61c}z"#

  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: !scalar.properties.isBidiControl
      }
    }
  }

  static let reasons: [NetworkError.Reason] = [
    .invalidRequest(.url(hostile)), .invalidRequest(.method(hostile)),
    .invalidRequest(.header(name: hostile, value: hostile)),
    .invalidRequest(.connectionHeader(name: hostile, value: hostile)),
    .invalidRequest(.crossOrigin(from: hostile, to: hostile)), .invalidRequest(.subprotocols([hostile])),
    .serialization(hostile), .redirect(.location(hostile)),
    .validation(.contentType(hostile, acceptable: [hostile])),
    .transfer(.fileExists(URL(fileURLWithPath: "/\(hostile)"))),
  ]

  @Test(arguments: reasons)
  func aReasonIsPrintedOnOneLine(_ reason: NetworkError.Reason) {
    #expect(isPlain(NetworkError(reason).description))
  }

  @Test func theCharactersAreEscaped() {
    #expect(NetworkError(.redirect(.location(Self.hostile))).description.contains(Self.shown))
  }

  @Test func theURLOfAnUnsentRequestIsPrintedOnOneLine() async {
    let error = await NetworkingMock().get("echo/a\nb").response(.data).error
    expectEqual(error?.description.contains(#"GET echo/a\nb failed"#), true)
    expectEqual(error.map { isPlain($0.description) }, true)
  }

  @Test func aBodyKeepsItsLinesAndNothingElse() {
    let body = "one\r\n\ttwo\n\u{1b}[31mthree\u{202e}\rfour\u{2028}"
    let text = NetworkError(.validation(.statusCode(500)), data: Data(body.utf8)).description
    #expect(text.hasSuffix("The body: one\n\ttwo\n\\u{1b}[31mthree\\u{202e}\\rfour\\u{2028}"))
  }

  @Test func anUnderlyingErrorKeepsItsLinesAndNothingElse() {
    struct Lines: Error, CustomStringConvertible { let description = "one\ntwo\u{1b}[0m" }
    let text = NetworkError(.transport(.connect), underlyingError: Lines()).description
    #expect(text.hasSuffix("one\ntwo\\u{1b}[0m."))
  }

  @Test func otherDescriptionsAreEscaped() {
    let field = HTTPField(name: "X-A", value: Self.hostile)
    expectEqual(field.description, "X-A: \(Self.shown)")
    expectEqual(
      ResponseHead(status: 200, headers: HTTPHeaders([field])).description, "200\nX-A: \(Self.shown)")
    let texts = [
      InvalidRequest.header(name: "X-A", value: Self.hostile).description,
      RedirectFailure.location(Self.hostile).description,
      Link(target: Self.hostile, relations: [Self.hostile]).description,
      Cookie(name: Self.hostile, value: "a", domain: Self.hostile, path: Self.hostile).description,
      WebSocketError.handshake(.subprotocol(Self.hostile)).description,
      WebSocketError.handshake(.extension(Self.hostile)).description,
      WebSocketError.HandshakeFailure.field(Self.hostile).description,
      ContentDecodingError(coding: Self.hostile, reason: .truncated).description,
      "\(WebSocketClosure(code: .goingAway, reason: Self.hostile))",
    ]
    for text in texts { #expect(isPlain(text), "\(text.debugDescription)") }
  }

  #if os(Linux)
    @Test func aMessageOfTheLibraryIsEscaped() {
      let error = CurlError(code: 56, message: Self.hostile)
      expectEqual(error.description, "libcurl 56: \(Self.shown)")
      expectEqual(error.localizedDescription, Self.shown)
    }
  #endif

  @Test func otherTextIsUnchanged() {
    let text = "grüße 👩‍👩‍👧 שלום C:\\n"
    expectEqual(NetworkError(.serialization(text)).description, "The request failed: \(text).")
  }

  @Test func theLogGetsNoControlCharacterOfAPeer() {
    let lines = Lock<[String]>([])
    let monitor = LoggingMonitor(level: .debug) { _, text in lines.withLock { $0.append(text) } }
    let head = ResponseHead(status: 200, headers: HTTPHeaders([HTTPField(name: "X-A", value: Self.hostile)]))
    monitor.request(RequestID(number: 1), did: .receivedHead(head))
    monitor.request(RequestID(number: 1), did: .webSocket(.closed(code: 1_001, reason: Self.hostile)))
    monitor.request(RequestID(number: 1), did: .webSocket(.opened(subprotocol: Self.hostile)))
    expectEqual(lines.withLock { $0.count }, 3)
    #expect(lines.withLock { $0 }.allSatisfy(isPlain))
  }
}
