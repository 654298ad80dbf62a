import Foundation
package import Net

/// A response as a client receives it, in events and waits, for mocks without a connection.
///
/// A pure value.
package struct StubPlayback: Sendable {
  /// The next step.
  package enum Step: Sendable {
    /// An event.
    case event(TransportEvent)
    /// Wait this long.
    case wait(Duration)
    /// Send nothing more, and do not end.
    case silence
  }

  private enum Ending: Sendable {
    case finished
    case failed(any Error, TransportPhase)
    case silence
  }

  private var opening = FIFO<Step>()
  private var reader: StubBodyReader?
  private var upcoming: Data?
  private var ending: Ending

  /// Plays the response to a request.
  ///
  /// - `hasSent`: Whether it has been reported already that the body of the request is sent.
  /// - `chunkSize`: The maximum number of bytes in a body event.
  package init(
    _ response: StubResponse, to request: RecordedRequest, hasSent: Bool = false, chunkSize: Int
  ) {
    let answer = response.resolved(for: request)
    guard case .response(let status, let headers, let body) = answer.outcome else {
      if case .failure(let error) = answer.outcome {
        ending = .failed(error, hasSent ? .head : .connect)
      } else {
        ending = .silence
      }
      return
    }
    let visible = VisiblePart(
      answer, hasContent: request.method != .head && StubResponse.hasContent(status), body)
    if !request.body.isEmpty, !hasSent { opening.append(.event(.sent(bytes: Int64(request.body.count)))) }
    ending = visible.ending
    guard visible.hasHead else { return }
    var head = ResponseHead(
      status: status, headers: headers.framed(as: request.method, status), url: request.url,
      httpVersion: "HTTP/1.1")
    if let length = visible.length {
      head.headers.setDefault(name: "Content-Length", value: "\(length)")
    } else if request.method != .head, StubResponse.hasContent(status) {
      // As on a server; otherwise the end of the connection would be that of the body.
      head.headers.add(name: "Transfer-Encoding", value: "chunked")
    }
    for interim in answer.interims {
      let head = ResponseHead(
        status: interim.status, headers: interim.headers.withoutPadding, url: request.url,
        httpVersion: "HTTP/1.1")
      opening.append(.event(.interim(head)))
    }
    opening.append(.event(.head(head)))
    reader = StubBodyReader(visible.content, pacing: answer.pacing, chunkSize: chunkSize)
  }

  /// Plays these steps, one after another.
  package init(_ steps: [Step]) {
    opening = FIFO(steps)
    ending = .silence
  }

  /// Returns the next step; after the last event, always `.silence`.
  package mutating func next() -> Step {
    if let step = opening.popFirst() { return step }
    if let chunk = upcoming.take() { return .event(.body(chunk)) }
    switch reader?.next() {
    case .chunk(let chunk, let delay)?:
      if delay <= .zero { return .event(.body(chunk)) }
      upcoming = chunk
      return .wait(delay)
    case .end(let delay)?:
      reader = nil
      return delay > .zero ? .wait(delay) : end()
    case nil: return end()
    }
  }

  private mutating func end() -> Step {
    defer { ending = .silence }
    switch ending {
    case .finished: return .event(.finished(TransportTimings()))
    case .failed(let error, let phase): return .event(.failed(error, phase: phase))
    case .silence: return .silence
    }
  }

  /// The part of a response that a client receives before the fault.
  private struct VisiblePart {
    var hasHead = true
    var content: Data
    /// The announced length; nil for a stream.
    var length: Int?
    var ending = Ending.finished

    init(_ answer: StubResponse, hasContent: Bool, _ body: Data) {
      let isStream = answer.hidesLength(of: body)
      content = hasContent ? body : Data()
      length = isStream || !StubResponse.hasContent(answer.status) ? nil : body.count
      if !hasContent, let fault = answer.fault?.ofLength {
        // A response without content ends with its head, whatever length it announces (RFC 9112 section 6.3).
        length = fault == .truncatedChunk ? nil : length.map { fault.announced($0) }
        return
      }
      guard let fault = answer.fault else {
        if let failure = answer.failure { ending = .failed(failure, .body) }
        return
      }
      switch fault {
      case .breaks(_, after: .end): break
      case .breaks(let kind, after: .bodyBytes(let count)):
        // A body that has its announced length is complete, whatever follows.
        let isComplete = (!isStream || !hasContent) && count >= content.count
        content = content.prefix(max(0, count))
        if !isComplete { ending = Self.ending(kind, fault, .body) }
      case .breaks(let kind, after: .nothing), .breaks(let kind, after: .headBytes):
        lose(Self.ending(kind, fault, .head))
      case .truncatedChunk:
        content = content.prefix(content.count / 2)
        length = nil
        ending = .failed(fault, .body)
      case .contentLength(let off):
        let announced = ServerFault.length(content.count, off: off)
        length = announced
        if off > 0 { ending = .failed(fault, .body) } else { content = content.prefix(announced) }
      case .garbage, .endlessHeader: lose(.failed(fault, .head))
      }
    }

    private mutating func lose(_ ending: Ending) {
      hasHead = false
      self.ending = ending
    }

    private static func ending(
      _ kind: ServerFault.Break, _ fault: ServerFault, _ phase: TransportPhase
    ) -> Ending { kind == .stall ? .silence : .failed(fault, phase) }
  }
}

extension StubResponse {
  fileprivate var status: Int { if case .response(let status, _, _) = outcome { status } else { 0 } }
}

extension HTTPHeaders {
  /// The fields as a client receives them.
  ///
  /// As on a server, those that delimit the message follow the body, whatever the stub says. Only to `HEAD` and in a
  /// 304 is the length that of another body (RFC 9110 section 8.6).
  fileprivate func framed(as method: HTTPMethod, _ status: Int) -> HTTPHeaders {
    var fields = withoutPadding
    if method != .head, status != 304 { fields.remove(name: "Content-Length") }
    fields.remove(name: "Transfer-Encoding")
    if fields.contains("Connection") {
      let options = fields.connectionOptions(closes: fields.closesConnection)
      fields.remove(name: "Connection")
      if !options.isEmpty { fields.add(name: "Connection", value: options.joined(separator: ", ")) }
    }
    return fields
  }

  /// The fields without white space around their values, as a client parses them (RFC 9110 section 5.5).
  fileprivate var withoutPadding: HTTPHeaders {
    HTTPHeaders(map { HTTPField(name: $0.name, value: HeaderSyntax.trimmed($0.value)) })
  }
}

extension ServerFault {
  /// The fault if it is one of the length or the framing of the content.
  fileprivate var ofLength: ServerFault? {
    switch self {
    case .truncatedChunk, .contentLength: self
    case .breaks, .garbage, .endlessHeader: nil
    }
  }

  /// The length that is announced of content of this length.
  fileprivate func announced(_ count: Int) -> Int {
    if case .contentLength(let off) = self { ServerFault.length(count, off: off) } else { count }
  }
}
