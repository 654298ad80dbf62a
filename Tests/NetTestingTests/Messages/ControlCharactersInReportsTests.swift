import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A report is printed in a terminal and kept in a log of text.
@Suite struct ControlCharactersInReportsTests {
  private let failures = CollectedFailures()

  private func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" }
  }

  @Test(arguments: ["SEND\n\na\0", "\u{1b}[2J", "a\u{9b}31m", "\u{202e}a"])
  func aBodyWithControlCharactersIsEscaped(body: String) throws {
    let transport = failures.collect { MockTransport() }
    failures.collect { transport.stub(.body(equals: body + "b"), with: .status(200)) }
    failures.collect {
      _ = NetworkSession(transport: transport).post("https://example.com/", httpBody: Data(body.utf8))
        .resume()
    }
    let report = try #require(failures.messages.first)
    #expect(!hasControls(report))
    #expect(!report.unicodeScalars.contains("\u{202e}"))
  }

  @Test func aQueryWithControlCharactersIsEscaped() throws {
    let transport = failures.collect { MockTransport() }
    failures.collect { transport.stub(.query("a", equals: "\u{1b}[1m"), with: .status(200)) }
    failures.collect {
      _ = NetworkSession(transport: transport).get("https://example.com/?a=%1B%5B2J").resume()
    }
    let report = try #require(failures.messages.first)
    #expect(!hasControls(report))
    #expect(report.contains(#""\u{1b}[2J""#))
  }

  @Test func aMessageOfAWebSocketWithControlCharactersIsEscaped() throws {
    let transport = failures.collect { MockTransport() }
    failures.collect { transport.stub(.webSocket("/"), with: .script { $0.expect(.text("a\0")) }) }
    let client = ReceivedUpdates(NetworkSession(transport: transport).webSocket("wss://example.com/"))
    client.send(.text("SEND\n\nb\0"))
    let report = try #require(failures.messages.first)
    #expect(!hasControls(report))
  }
}
