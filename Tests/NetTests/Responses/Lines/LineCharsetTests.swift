import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// The lines of a response are decoded by its charset, like its text as a whole.
@Suite struct LineCharsetTests {
  private let transport = MockTransport(chunkSize: 3)

  private func stub(_ bytes: [UInt8], _ type: String?) -> any NetworkRequesting {
    let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
    transport.stub(.get("/log"), with: .data(Data(bytes), headers: headers))
    return NetworkSession(transport: transport).get("https://e.com/log")
  }

  private func lines(_ bytes: [UInt8], _ type: String?, as encoding: String.Encoding? = nil) async throws
    -> [String]
  {
    var lines: [String] = []
    for try await line in stub(bytes, type).lines(encoding: encoding) { lines.append(line) }
    return lines
  }

  private static let latin: [UInt8] = [0xe9, 0x0d, 0x0a, 0x62, 0xfc]

  @Test(arguments: [
    ("text/plain; charset=iso-8859-1", ["é", "bü"]), ("text/plain;charset=\"ISO-8859-1\"", ["é", "bü"]),
    ("text/plain; charset=windows-1251", ["й", "bь"]),
    ("text/plain; charset=utf-8", ["\u{fffd}", "b\u{fffd}"]),
    ("text/plain", ["\u{fffd}", "b\u{fffd}"]), (nil, ["\u{fffd}", "b\u{fffd}"]),
  ])
  func theCharsetOfTheResponseIsUsed(type: String?, expected: [String]) async throws {
    expectEqual(try await lines(Self.latin, type), expected)
  }

  @Test func anExplicitEncodingOverridesTheCharset() async throws {
    expectEqual(try await lines(Self.latin, "text/plain; charset=utf-8", as: .isoLatin1), ["é", "bü"])
    let umlaut = Array("ü\n".utf8)
    expectEqual(try await lines(umlaut, "text/plain; charset=iso-8859-1", as: .utf8), ["ü"])
  }

  @Test func handlersReceiveTheSameLinesAsLoops() async throws {
    let got = Captured<String>()
    let end = Captured<Void>()
    stub(Self.latin, "text/plain; charset=iso-8859-1").responseLines(queue: DispatchQueue(label: "lines")) {
      switch $0 {
      case .head: break
      case .element(let line): got.set(line)
      case .complete: end.set(())
      }
    }
    await end.next(within: .seconds(30))
    expectEqual(got.values, ["é", "bü"])
  }

  @Test func eachAttemptUsesItsOwnCharset() {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy(base: .zero)] }
    let got = Captured<String>()
    fixture.session.get("https://e.com/log").stream(
      parsedBy: TextLineParser(), buffer: .backPressure(), delivery: .inline, call: "lines"
    ) { if case .element(let line) = $0 { got.set(line) } }
    fixture.tasks[0].send(
      .head(ResponseHead(status: 200, headers: ["Content-Type": "text/plain; charset=iso-8859-1"])))
    fixture.tasks[0].send(.failed(URLError(.networkConnectionLost), phase: .body))
    fixture.tasks[1].respond(200, headers: ["Content-Type": "text/plain"], body: "ü\n")
    expectEqual(got.values, ["ü"])
  }

  @Test(arguments: [nil, "text/plain", "text/plain; charset=iso-8859-1", "text/plain; charset=x-unknown"])
  func aByteOrderMarkOverridesTheCharset(type: String?) async throws {
    expectEqual(try await lines([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0x0a, 0x62], type), ["é", "b"])
    expectEqual(try await lines([0xff, 0xfe, 0xe9, 0, 0x0a, 0, 0x62, 0], type), ["é", "b"])
    expectEqual(try await lines([0xfe, 0xff, 0, 0xe9, 0, 0x0a, 0, 0x62], type), ["é", "b"])
  }

  @Test func aSplitByteOrderMarkIsRecognized() throws {
    for bytes in [[0xef, 0xbb, 0xbf, 0x61], [0xff, 0xfe, 0x61, 0], [0xfe, 0xff, 0, 0x61]] as [[UInt8]] {
      var parser = TextLineParser()
      for byte in bytes {
        parser.append(Data([byte]))
        expectNil(try parser.next())
      }
      parser.finish()
      expectEqual(try parser.next(), "a")
    }
  }

  @Test(arguments: [[0xef, 0xbb], [0xff], [0xfe, 0x0a]] as [[UInt8]])
  func aPartOfAByteOrderMarkIsText(bytes: [UInt8]) throws {
    var parser = TextLineParser()
    parser.append(Data(bytes))
    parser.finish()
    expectEqual(try parser.next(), "\u{fffd}")
  }

  // MARK: - Encodings with more than one byte per line feed

  private static let text = "a\u{20ac}\nGrün 🇩🇪\r\n\u{0a0d}\u{0d0a}"
  private static let expected = ["a\u{20ac}", "Grün 🇩🇪", "\u{0a0d}\u{0d0a}"]

  @Test(arguments: ["utf-16", "utf-16be", "utf-16le", "utf-32", "utf-32be", "utf-32le"])
  func linesOfWideCharsetsAreParsed(charset: String) async throws {
    let encoding = try #require(Charset(named: charset)?.encoding)
    let bytes = try #require(Self.text.data(using: encoding))
    expectEqual(try await lines(Array(bytes), "text/plain; charset=\(charset)"), Self.expected)
  }

  @Test(arguments: [[0xfe, 0xff, 0, 0x61, 0, 0x0a], [0xff, 0xfe, 0x61, 0, 0x0a, 0], [0, 0x61, 0, 0x0a]])
  func aByteOrderMarkSetsTheOrderAndTheDefaultIsBigEndian(bytes: [UInt8]) async throws {
    expectEqual(try await lines(bytes, "text/plain; charset=utf-16"), ["a"])
  }

  @Test func aTruncatedCharacterIsReplaced() async throws {
    let type = "text/plain; charset=utf-16be"
    expectEqual(try await lines([0, 0x61, 0], type), ["a\u{fffd}"])
    expectEqual(try await lines([0, 0x61, 0xd8, 0x3d], type), ["a\u{fffd}"])
    expectEqual(try await lines([0xdc, 0, 0, 0x0a], type), ["\u{fffd}"])
  }

  @Test func aWideLineThatIsTooLongIsAnError() async throws {
    var parser = TextLineParser(encoding: .utf16BigEndian, maximumLength: 2)
    parser.append(Data([0, 0x61, 0, 0x61, 0, 0x0a, 0x20, 0xac, 0, 0x0a]))
    expectEqual(try parser.next(), "aa")
    let error = #expect(throws: LineTooLong.self) { try parser.next() }
    expectEqual(error?.number, 2)
  }
}
