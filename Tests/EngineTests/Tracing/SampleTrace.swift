import Foundation
import Net

extension Trace {
  /// Six requests with every kind of outcome and phase, at fixed times.
  static var sample: Trace {
    var trace = Trace(start: Date(timeIntervalSince1970: 1_700_000_000), duration: .milliseconds(1_000))
    trace.requests = [
      .fetched(1, "https://api.example.com/users/1", start: 0, connects: true),
      .retried(2, "https://api.example.com/users/1/repos?page=2", start: 100),
      .redirected(3, "https://api.example.com/old/path", start: 150),
      .failed(4, "https://api.example.com/users/nobody", start: 300),
      .cancelled(5, "https://api.example.com/search?q=swift", start: 350),
      .pending(6, "https://api.example.com/export", start: 400),
    ]
    trace.streams = [
      TracedStream(
        name: "names", start: .milliseconds(50), end: .milliseconds(600),
        marbles: [
          Marble(time: .milliseconds(100), kind: .element, text: "a"),
          Marble(time: .milliseconds(600), kind: .completion),
        ])
    ]
    return trace
  }
}

extension Trace.TracedRequest {
  private static func message(_ url: String) -> Trace.RequestMessage {
    Trace.RequestMessage(method: "GET", url: url, headers: [Trace.Field(name: "Accept", value: "*/*")])
  }

  private static func phase(_ kind: Trace.Phase.Kind, _ start: Int, _ duration: Int?) -> Trace.Phase {
    Trace.Phase(kind, start: .milliseconds(start), duration: duration.map { .milliseconds($0) })
  }

  private static func attempt(
    _ url: String, _ number: Int = 1, start: Int, end: Int?, status: Int?
  ) -> Trace.Attempt {
    Trace.Attempt(
      number: number, start: .milliseconds(start), end: end.map { .milliseconds($0) }, request: message(url),
      response: status.map {
        Trace.ResponseMessage(
          status: $0, httpVersion: "HTTP/1.1",
          headers: [Trace.Field(name: "Content-Type", value: "text/plain")],
          bodySize: 1_234)
      })
  }

  private static func request(_ id: Int, _ url: String, start: Int, end: Int?, _ outcome: Outcome) -> Self {
    Self(
      id: id, number: id, method: "GET", url: url, start: .milliseconds(start),
      end: end.map { .milliseconds($0) }, outcome: outcome)
  }

  static func fetched(_ id: Int, _ url: String, start: Int, connects: Bool = false) -> Self {
    var request = request(id, url, start: start, end: start + 300, .finished(status: 200))
    var attempt = attempt(url, start: start, end: start + 300, status: 200)
    if connects {
      attempt.phases = [
        phase(.nameLookup, start, 20), phase(.connect, start + 20, 30),
        phase(.secureConnection, start + 50, 50),
      ]
      attempt.connection = Trace.Connection(address: "192.0.2.1", port: 443, isReused: false)
    }
    attempt.phases += [phase(.waiting, start + 100, 150), phase(.receiving, start + 250, 50)]
    request.attempts = [attempt]
    request.phases = [phase(.decoding, start + 300, 40)]
    return request
  }

  static func retried(_ id: Int, _ url: String, start: Int) -> Self {
    var request = request(id, url, start: start, end: start + 600, .finished(status: 200))
    var first = attempt(url, start: start, end: start + 100, status: 503)
    first.phases = [phase(.waiting, start, 100), phase(.receiving, start + 100, 0)]
    first.error = "the status code 503 is not acceptable"
    var second = attempt(url, 2, start: start + 300, end: start + 600, status: 200)
    second.phases = [phase(.waiting, start + 300, 200), phase(.receiving, start + 500, 100)]
    request.attempts = [first, second]
    request.phases = [phase(.backOff, start + 100, 200)]
    request.notes = [
      Trace.Note(
        time: .milliseconds(start + 100), kind: .retry, text: "the status code 503 is not acceptable")
    ]
    return request
  }

  static func redirected(_ id: Int, _ url: String, start: Int) -> Self {
    var request = request(id, url, start: start, end: start + 200, .finished(status: 200))
    var first = attempt(url, start: start, end: start + 100, status: 302)
    first.phases = [phase(.waiting, start, 100)]
    var second = attempt("https://api.example.com/new", start: start + 100, end: start + 200, status: 200)
    second.redirects = 1
    second.phases = [phase(.waiting, start + 100, 50), phase(.receiving, start + 150, 50)]
    request.attempts = [first, second]
    return request
  }

  static func failed(_ id: Int, _ url: String, start: Int) -> Self {
    let reason = "GET \(url) failed: the status code 404 is not acceptable."
    var request = request(id, url, start: start, end: start + 80, .failed(reason))
    var attempt = attempt(url, start: start, end: start + 80, status: 404)
    attempt.phases = [phase(.waiting, start, 80), phase(.receiving, start + 80, 0)]
    attempt.error = reason
    request.attempts = [attempt]
    return request
  }

  static func cancelled(_ id: Int, _ url: String, start: Int) -> Self {
    var request = request(id, url, start: start, end: start + 20, .cancelled)
    request.phases = [phase(.queued, start, 20)]
    return request
  }

  static func pending(_ id: Int, _ url: String, start: Int) -> Self {
    var request = request(id, url, start: start, end: nil, .pending)
    var attempt = attempt(url, start: start, end: nil, status: nil)
    attempt.phases = [phase(.waiting, start, nil)]
    request.attempts = [attempt]
    return request
  }
}

extension Trace {
  /// What each writer makes of the trace, with the name of the format.
  func texts() throws -> [(name: String, text: String)] {
    [
      ("Codable", String(decoding: try JSONEncoder().encode(self), as: UTF8.self)),
      ("description", "\(self)"), ("waterfall", waterfall(WaterfallStyle(width: 200))),
      ("SVG", svg()), ("HTML", String(decoding: html(), as: UTF8.self)),
      ("HAR", String(decoding: har(), as: UTF8.self)),
      ("Chrome", String(decoding: chromeTrace(), as: UTF8.self)),
    ]
  }
}
