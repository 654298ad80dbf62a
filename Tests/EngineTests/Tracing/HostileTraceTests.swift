import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The five writers with a hundred thousand requests, and with hostile text in every field.
@Suite struct HostileTraceTests {
  /// Markup, text from right to left, control characters, and more than 10 kB.
  private static let hostile =
    "</script><img src=x onerror=alert(1)>]]>\u{202e}\u{2067}\u{0}\u{1b}[31m\n\r\u{2028}'\"`${1}\\"
    + String(repeating: "漢", count: 5_000)

  private static let binary = Trace.Body(data: Data((0...255).map { UInt8($0) }), isCut: true)

  /// A trace with hostile text in each field that is text.
  private var trace: Trace {
    let text = Self.hostile
    let field = Trace.Field(name: text, value: text)
    var sent = Trace.RequestMessage(method: text, url: text, headers: [field], bodySize: 256)
    sent.body = Self.binary
    var received = Trace.ResponseMessage(status: -1, httpVersion: text, headers: [field], bodySize: .max)
    received.body = Self.binary
    var attempt = Trace.Attempt(number: 1, start: .zero, end: .seconds(1), request: sent, response: received)
    attempt.connection = Trace.Connection(address: text, port: .max, isReused: true)
    attempt.error = text
    attempt.phases = [Trace.Phase(.waiting, start: .zero, duration: .seconds(1))]
    var request = Trace.TracedRequest(
      id: 1, number: 1, method: text, url: text, start: .zero, end: .seconds(1), outcome: .failed(text))
    request.attempts = [attempt]
    (request.storedResponse, request.storedURL) = (received, text)
    request.notes = [Trace.Note(time: .zero, kind: .warning, text: text)]
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1), requests: [request])
    trace.streams = [
      Trace.TracedStream(
        name: text, start: .zero,
        marbles: [
          Trace.Marble(time: .zero, kind: .element, text: text),
          Trace.Marble(time: .zero, kind: .error, text: text),
        ])
    ]
    return trace
  }

  @Test func hostileTextStaysTextInThePage() {
    let page = String(decoding: trace.html(title: Self.hostile), as: UTF8.self)
    // The data and the script each end once.
    expectEqual(page.components(separatedBy: "</script").count, 3)
    #expect(!page.contains("<img"))
  }

  @Test func hostileTextStaysTextInTheSVG() {
    let svg = trace.svg()
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(!svg.contains("<img") && !svg.contains("\u{202e}") && !svg.contains("\u{2067}"))
    #expect(svg.utf8.count < 20_000)
  }

  @Test func hostileTextKeepsTheLayoutOfTheWaterfall() {
    let text = trace.waterfall(Trace.WaterfallStyle(width: 80, maximumLines: 20))
    let forbidden: Set<Unicode.Scalar> = ["\u{202e}", "\u{2067}", "\u{0}", "\u{1b}", "\r", "\u{2028}"]
    #expect(text.unicodeScalars.filter(forbidden.contains).isEmpty)
    let lines = text.split(separator: "\n")
    #expect(lines.count <= 20)
    expectEqual(lines.filter { $0.count > 80 }, [])
  }

  @Test func hostileTextStaysTextInTheHARFileAndTheTimeline() throws {
    let entry = try JSONValue(parsing: trace.har())["log"]["entries"][0]
    expectEqual(entry["request"]["method"].string, Self.hostile)
    expectEqual(entry["request"]["headers"][0]["name"].string, Self.hostile)
    expectEqual(try JSONValue(parsing: trace.chromeTrace())["traceEvents"].array?.isEmpty, false)
  }

  private func trace(of count: Int) -> Trace {
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1_000))
    trace.requests = (1...count).map {
      Trace.TracedRequest(
        id: $0, number: $0, method: "GET", url: "https://h.io/</script>", start: .milliseconds($0))
    }
    return trace
  }

  @Test(.heavy) func theDrawingsOfAHundredThousandRequestsHaveALimitedSize() {
    let trace = trace(of: 100_000)
    #expect(trace.waterfall(Trace.WaterfallStyle(width: 80, maximumLines: 20)).count < 20 * 81)
    #expect(trace.svg().utf8.count < 300_000)
  }

  @Test(.heavy) func theFilesOfManyRequestsContainAllRequests() {
    let count = 20_000
    let trace = trace(of: count)
    for file in [trace.html(), trace.chromeTrace(), trace.har()] {
      #expect(file.count > count * 50 && file.count < count * 2_000)
    }
  }

  @Test(.heavy) func aRecorderKeepsItsLimitsForAHundredThousandRequests() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 100, bytes: 1 << 20), bodyLimit: 64)
    let head = ResponseHead(status: 200, headers: HTTPHeaders([HTTPField(name: Self.hostile, value: "1")]))
    for number in 1...100_000 {
      let id = RequestID(number: number)
      recorder.request(id, did: .started(RequestDescription(Self.hostile)))
      recorder.request(id, did: .receivedHead(head))
    }
    let trace = recorder.trace
    // Each head has 15 kB, so the bytes are the limit.
    #expect(trace.requests.count < 100 && trace.requests.last?.number == 100_000)
    expectEqual(trace.requests.count + trace.droppedRequests, 100_000)
  }

  @Test func stepsFindTheirRequestWhenNumbersShareASlot() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    // Multiples of a power of two, as no session counts them.
    for number in stride(from: 0, to: 10 << 12, by: 1 << 12) {
      recorder.request(RequestID(number: number), did: .started(RequestDescription("https://h.io/\(number)")))
    }
    for number in stride(from: 0, to: 10 << 12, by: 1 << 12) {
      recorder.request(RequestID(number: number), did: .configuredTooLate("\(number)"))
    }
    let texts = recorder.trace.requests.map { $0.notes.map(\.text) }
    let expected = stride(from: 0, to: 10 << 12, by: 1 << 12).map { ["\($0) was called after the start"] }
    expectEqual(texts, expected)
  }
}
