import Foundation
import Net

/// The pages that are opened as files.
enum Pages {
  static func write(into folder: URL) throws {
    for (name, trace) in [
      ("many", many(2_000)), ("most", many(20_000)), ("hostile", hostile), ("empty", Trace(start: start)),
    ] {
      try trace.html(title: name).write(to: folder.appending(path: "\(name).html"))
    }
    // The same page with faults that the checks must notice.
    let broken = String(decoding: many(20).html(title: "broken"), as: UTF8.self)
      .replacing("made.textContent = text", with: "made.innerHTML = text + '<img>'")
      .replacing("event.key === \"Enter\" && selected", with: "event.key === \"F9\" && selected")
      .replacing("--quiet: #57606a", with: "--quiet: #b7c0ca")
      .replacing("http-equiv=\"Content-Security-Policy\"", with: "name=\"no-policy\"")
    try Data(broken.utf8).write(to: folder.appending(path: "broken.html"))
  }

  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  /// Requests with every outcome, and two streams.
  private static func many(_ count: Int) -> Trace {
    var trace = Trace(start: start, duration: .milliseconds(count * 10 + 500))
    trace.requests = (0..<count).map { request($0) }
    trace.streams = ["searches", "results"].map { name in
      Trace.TracedStream(
        name: name, start: .milliseconds(20),
        marbles: (1...8).map { Trace.Marble(time: .milliseconds(count * $0), kind: .element, text: "\($0)") })
    }
    return trace
  }

  private static func request(_ number: Int) -> Trace.TracedRequest {
    let url = "https://api.example.com/users/\(number)/repositories?page=\(number % 7)&order=updated"
    let begin = Duration.milliseconds(number * 10)
    let time = Duration.milliseconds(60 + number * 37 % 240)
    var request = Trace.TracedRequest(
      id: number + 1, number: number + 1, method: number % 9 == 4 ? "DELETE" : "GET", url: url, start: begin)
    var attempt = Trace.Attempt(
      number: 1, start: begin, request: Trace.RequestMessage(method: request.method, url: url))
    switch number % 10 {
    case 3:
      attempt.error = "\(request.method) \(url) failed: the status code 404 is not acceptable."
      request.outcome = .failed(attempt.error ?? "")
      attempt.response = Trace.ResponseMessage(status: 404, httpVersion: "HTTP/2", bodySize: 31)
    case 5: request.outcome = .cancelled
    case 7:
      attempt.phases = [Trace.Phase(.waiting, start: begin, duration: nil)]
      request.attempts = [attempt]
      return request
    default:
      request.outcome = .finished(status: number % 10 == 8 ? 304 : 200)
      attempt.response = Trace.ResponseMessage(
        status: number % 10 == 8 ? 304 : 200, httpVersion: "HTTP/2",
        headers: [Trace.Field(name: "Content-Type", value: "application/json")], bodySize: Int64(number * 997)
      )
    }
    attempt.end = begin + time
    request.end = attempt.end
    attempt.phases = [
      Trace.Phase(.connect, start: begin, duration: time / 6),
      Trace.Phase(.waiting, start: begin + time / 6, duration: time / 2),
      Trace.Phase(.receiving, start: begin + time / 6 + time / 2, duration: time / 3),
    ]
    request.attempts = [attempt]
    return request
  }

  /// Markup, text from right to left, control characters and long names in each field, and impossible times.
  private static var hostile: Trace {
    let text =
      "</script><!--<script><img src=x onerror=alert(1)>]]>\u{202e}\u{2067}שלום عالم\u{0}\u{1b}[31m\n\u{2028}'\"`${1}\\"
      + String(repeating: "漢", count: 5_000)
    let field = Trace.Field(name: text, value: text)
    let binary = Trace.Body(data: Data((0...255).map { UInt8($0) }), isCut: true)
    let times: [(start: Duration, end: Duration?)] = [
      (.zero, .seconds(1)), (.seconds(-5), .seconds(-6)), (.seconds(3), .seconds(3)), (.seconds(2), nil),
      (.seconds(1), .seconds(1_000_000_000)), (.zero, .milliseconds(119_700)), (.zero, .seconds(7_199)),
    ]
    var trace = Trace(start: start, duration: .seconds(1))
    trace.requests = times.enumerated().map { number, time in
      var attempt = Trace.Attempt(
        number: 1, start: time.start, end: time.end,
        request: Trace.RequestMessage(method: text, url: text, headers: [field], bodySize: 256, body: binary),
        response: Trace.ResponseMessage(
          status: -1, httpVersion: text, headers: [field], bodySize: .max, body: binary))
      attempt.connection = Trace.Connection(address: text, port: .max, isReused: true)
      attempt.error = text
      attempt.phases = [Trace.Phase(.waiting, start: time.start, duration: time.end.map { $0 - time.start })]
      var request = Trace.TracedRequest(
        id: number + 1, number: 1, method: text, url: "https://h.io/" + text, start: time.start,
        end: time.end,
        outcome: .failed(text))
      request.attempts = [attempt]
      (request.storedResponse, request.storedURL) = (attempt.response, text)
      request.notes = [Trace.Note(time: .zero, kind: .warning, text: text)]
      return request
    }
    trace.streams = [
      Trace.TracedStream(
        name: text, start: .zero, marbles: [Trace.Marble(time: .zero, kind: .error, text: text)])
    ]
    return trace
  }
}
