import Foundation

/// The JSON of a trace for the page: times in milliseconds, and short lists where there are many values.
package enum TraceJSON {
  /// Returns the members of the object that the page reads.
  ///
  /// - `asScript`: Whether the text is inside a `script` element, where `<` must not occur.
  package static func members(of trace: Trace, asScript: Bool) -> String {
    var text = "\"duration\":\(number(trace.duration)),\"dropped\":\(trace.droppedRequests),\"requests\":["
    for (index, request) in trace.requests.enumerated() {
      if index > 0 { text += ",\n" }
      text += value(of: request).description
    }
    text += "],\"streams\":["
    text += trace.streams.map { value(of: $0).description }.joined(separator: ",")
    text += "]"
    return asScript ? escapedForScript(text) : text
  }

  /// Returns JSON without the characters that end or change a `script` element, or a line of one.
  static func escapedForScript(_ text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "<"): result += #"\u003c"#.utf8
      case UInt8(ascii: ">"): result += #"\u003e"#.utf8
      case UInt8(ascii: "&"): result += #"\u0026"#.utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func value(of request: Trace.TracedRequest) -> JSONValue {
    let outcome =
      switch request.outcome {
      case .pending: "pending"
      case .finished: "finished"
      case .failed: "failed"
      case .cancelled: "cancelled"
      }
    var reason: JSONValue = .null
    switch request.outcome {
    case .failed(let text): reason = .string(text)
    case .finished: reason = request.remark.map { .string($0) } ?? .null
    case .pending, .cancelled: break
    }
    var result: JSONValue = [
      "id": integer(request.id), "session": integer(request.session), "number": integer(request.number),
      "method": .string(request.method), "url": .string(request.url), "start": time(request.start),
      "end": request.end.map { time($0) } ?? .null, "outcome": .string(outcome), "reason": reason,
      "status": request.status.map { integer($0) } ?? .null, "bytes": .integer(request.bytesReceived),
      "attempts": .array(request.attempts.map { value(of: $0) }),
      "phases": .array(request.phases.map { value(of: $0) }),
      "notes": .array(notes(of: request)),
    ]
    if let origin = request.origin {
      result["origin"] = [integer(origin.streamRequest), integer(origin.subscription)]
    }
    if let location = request.location { result["location"] = .string("\(location.file):\(location.line)") }
    if let stored = request.storedResponse {
      result["stored"] = value(of: stored)
      if let url = request.storedURL { result["storedURL"] = .string(url) }
      if request.notes.contains(where: \.isOfSharedExchange) { result["shared"] = true }
    }
    if let curl = request.attempts.last?.request.curl { result["curl"] = .string(curl) }
    return result
  }

  private static func notes(of request: Trace.TracedRequest) -> [JSONValue] {
    let missing: [JSONValue] =
      request.missingNotes.map { text in
        [time(request.start), .string(Trace.Note.Kind.webSocket.rawValue), .string(text)]
      }.map { [$0] } ?? []
    return missing + request.notes.map { [time($0.time), .string($0.kind.rawValue), .string($0.text)] }
  }

  private static func value(of attempt: Trace.Attempt) -> JSONValue {
    let sent = attempt.request
    var result: JSONValue = [
      "number": integer(attempt.number), "redirects": integer(attempt.redirects),
      "start": time(attempt.start),
      "end": attempt.end.map { time($0) } ?? .null, "phases": .array(attempt.phases.map { value(of: $0) }),
      "request": [
        "method": .string(sent.method), "url": .string(sent.url), "headers": fields(sent.headers),
        "size": sent.bodySize.map { .integer($0) } ?? .null, "body": body(sent.body),
      ],
    ]
    if let error = attempt.error { result["error"] = .string(error) }
    if let response = attempt.response { result["response"] = value(of: response) }
    if let connection = attempt.connection {
      result["connection"] = .string(
        connection.address.isEmpty ? "a Unix domain socket" : "\(connection.address) port \(connection.port)")
      result["reused"] = .bool(connection.isReused)
    }
    return result
  }

  private static func value(of response: Trace.ResponseMessage) -> JSONValue {
    [
      "status": integer(response.status), "version": .string(response.httpVersion ?? ""),
      "headers": fields(response.headers), "size": .integer(response.bodySize), "body": body(response.body),
    ]
  }

  private static func value(of stream: Trace.TracedStream) -> JSONValue {
    [
      "name": .string(stream.name), "subscription": integer(stream.subscription), "start": time(stream.start),
      "end": stream.end.map { time($0) } ?? .null,
      "marbles": .array(
        stream.marbles.map { [time($0.time), .string($0.kind.rawValue), .string($0.text)] }),
      "dropped": integer(stream.droppedMarbles),
    ]
  }

  private static func value(of phase: Trace.Phase) -> JSONValue {
    [.string(phase.kind.rawValue), time(phase.start), phase.duration.map { time($0) } ?? .null]
  }

  private static func fields(_ fields: [Trace.Field]) -> JSONValue {
    .array(fields.map { [.string($0.name), .string($0.value)] })
  }

  private static func body(_ body: Trace.Body?) -> JSONValue {
    guard let body else { return .null }
    // The limit may have cut a character.
    let text = (0...3).lazy.compactMap {
      String(validating: body.data.dropLast(body.isCut ? $0 : 0), as: UTF8.self)
    }
    .first
    return [
      "text": .string(text ?? body.data.base64EncodedString()), "binary": .bool(text == nil),
      "cut": .bool(body.isCut),
    ]
  }

  private static func integer(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  private static func time(_ time: Duration) -> JSONValue {
    .double((time / .microseconds(1)).rounded() / 1_000)
  }

  private static func number(_ time: Duration) -> String { self.time(time).description }
}

extension Trace.RequestMessage {
  /// A `curl` command that sends the request, with placeholders for secrets; nil if the URL cannot be sent, or if it or
  /// a field is too long for a trace, which has only its first bytes.
  ///
  /// A body that was not recorded as a whole is read from a file named `body`.
  public var curl: String? {
    guard !([url] + headers.map(\.value)).contains(where: TraceReader.isCut), let url = URL(escaping: url)
    else {
      return nil
    }
    var request = TransportRequest(
      method: HTTPMethod(rawValue: method), url: url,
      headers: HTTPHeaders(headers.map { HTTPField(name: $0.name, value: $0.value) }))
    if let body, !body.isCut {
      request.body = .data(body.data)
    } else if bodySize != 0 {
      request.body = .stream(BodyStream(count: bodySize, inputStream: { nil }))
    }
    return request.cURLDescription(redacting: .none)
  }
}
