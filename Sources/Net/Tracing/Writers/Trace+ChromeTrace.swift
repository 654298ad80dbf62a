public import Foundation

extension Trace {
  /// Returns the trace in Chrome's trace event format, for <https://ui.perfetto.dev> and `chrome://tracing`.
  ///
  /// ```swift
  /// try recorder.trace.chromeTrace().write(to: URL(filePath: "requests.json"))
  /// ```
  ///
  /// Each request is a separate track, with its attempts and their phases below it. Times are microseconds
  /// since the start of the trace. The format is described in the document "Trace Event Format" of the
  /// Chromium project.
  public func chromeTrace() -> Data {
    var events = ChromeEvents()
    for name in ["process_name", "thread_name"] {
      events.add([
        "ph": "M", "name": .string(name), "pid": 1, "tid": 1, "ts": 0, "args": ["name": "requests"],
      ])
    }
    for request in requests { events.add(request, in: self) }
    for (index, stream) in streams.enumerated() { events.add(stream, number: index, in: self) }
    return Data(("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[" + events.text + "]}\n").utf8)
  }
}

/// Collects trace events as text.
private struct ChromeEvents {
  private(set) var text = ""

  mutating func add(_ event: JSONValue) { text += (text.isEmpty ? "\n" : ",\n") + event.description }

  mutating func add(_ request: Trace.TracedRequest, in trace: Trace) {
    let id = "\(request.id)"
    let span = request.span(in: trace)
    pair(
      "\(request.method) \(TraceText.target(request.url))".cut(to: 256), "request", id, span,
      [
        "url": .string(request.url), "outcome": .string(request.remark ?? request.badge),
        "bytes": .integer(request.bytesReceived),
      ]
    ) { events in
      let parts =
        request.attempts.map { (start: $0.start, attempt: Optional($0), phase: Trace.Phase?.none) }
        + request.phases.map { (start: $0.start, attempt: Trace.Attempt?.none, phase: Optional($0)) }
      for part in parts.sorted(by: { $0.start < $1.start }) {
        if let phase = part.phase { events.add(phase, id, until: span.upperBound) }
        if let attempt = part.attempt { events.add(attempt, id, until: span.upperBound) }
      }
    }
  }

  private mutating func add(_ attempt: Trace.Attempt, _ id: String, until end: Duration) {
    let hop = attempt.redirects > 0 ? ", redirect \(attempt.redirects)" : ""
    pair(
      "attempt \(attempt.number)\(hop)", "attempt", id,
      attempt.start..<max(attempt.start, attempt.end ?? end),
      [
        "url": .string(attempt.request.url),
        "status": attempt.response.map { .integer(Int64($0.status)) } ?? .null,
      ]
    ) { events in
      for phase in attempt.phases { events.add(phase, id, until: attempt.end ?? end) }
    }
  }

  private mutating func add(_ phase: Trace.Phase, _ id: String, until end: Duration) {
    let stop = phase.end ?? end
    pair(phase.kind.name, "phase", id, phase.start..<max(phase.start, stop), [:]) { _ in }
  }

  mutating func add(_ stream: Trace.TracedStream, number: Int, in trace: Trace) {
    let id = "stream \(number + 1)"
    let end = max(stream.start, stream.end ?? trace.duration)
    pair(stream.name, "stream", id, stream.start..<end, [:]) { events in
      for marble in stream.marbles {
        events.add([
          "ph": "n", "cat": "net", "id": .string(id), "pid": 1, "tid": 1, "ts": Self.time(marble.time),
          "name": .string(marble.text.isEmpty ? marble.kind.rawValue : marble.text.cut(to: 256)),
        ])
      }
    }
  }

  @inline(never)
  private mutating func pair(
    _ name: String, _ kind: String, _ id: String, _ span: Range<Duration>, _ arguments: [String: JSONValue],
    inside: (inout ChromeEvents) -> Void
  ) {
    var arguments = arguments
    arguments["kind"] = .string(kind)
    let common: [String: JSONValue] = [
      "cat": "net", "id": .string(id), "pid": 1, "tid": 1, "name": .string(name),
    ]
    add(
      .object(
        common.merging(["ph": "b", "ts": Self.time(span.lowerBound), "args": .object(arguments)]) { $1 }))
    inside(&self)
    add(.object(common.merging(["ph": "e", "ts": Self.time(span.upperBound)]) { $1 }))
  }

  private static func time(_ time: Duration) -> JSONValue {
    .double((time / .nanoseconds(1)).rounded() / 1_000)
  }
}
