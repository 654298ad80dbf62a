public import Foundation

extension Trace {
  /// Returns the trace as a HAR 1.2 file, which browsers, proxies and many tools can open.
  ///
  /// ```swift
  /// try recorder.trace.har().write(to: URL(filePath: "requests.har"))
  /// ```
  ///
  /// Each attempt and each redirect is an entry, as in a browser. Phases that the transport does not report have
  /// the time −1, or 0 for sending, waiting and receiving, as HAR requires. A phase that has not ended has the time
  /// from its start to the end of the trace. A request that was never sent, or has no response yet, has the status
  /// 0 and says why in `_error`. A response of the cache, or of an exchange that requests share, has an entry with
  /// its status and a comment, after that of a 304 or a failure. Bodies are included if they were recorded. A
  /// WebSocket has the URL that opened it and its messages (`_webSocketMessages`), as in Chromium. The
  /// specification is at <http://www.softwareishard.com/blog/har-12-spec/>.
  public func har() -> Data {
    let writer = HARWriter(creator: "NetStream", roundsToMilliseconds: false)
    let positions = requests.indices.flatMap { request in
      (0..<max(1, requests[request].responseCount)).map { (request, $0) }
    }
    let text = writer.text(of: positions.count) { index in
      let (request, attempt) = positions[index]
      return writer.value(of: entry(requests[request], attempt))
    }
    return Data(text.utf8)
  }

  private func entry(_ request: TracedRequest, _ index: Int) -> HAREntry {
    guard request.attempts.indices.contains(index) else { return unsent(request) }
    let attempt = request.attempts[index]
    let isLast = index == request.responseCount - 1
    let queued = queued(before: attempt, of: request) ?? .zero
    let timings = timings(attempt, of: request)
    let isOpen = attempt.end == nil
    let error = attempt.error ?? (isOpen ? "pending" : isLast ? request.remark : nil)
    var entry = HAREntry(
      startedAt: date(attempt.start.subtractingSaturated(queued)),
      request: HAREntry.RequestPart(attempt.request),
      response: attempt.response.map { HAREntry.ResponsePart($0) },
      failure: error.map { HAREntry.Failure(text: $0) }, timings: timings)
    if isLast {
      entry.messages = messages(of: request)
      entry.comment = request.missingNotes
    }
    // A Unix domain socket has no address.
    if let connection = attempt.connection, !connection.address.isEmpty {
      entry.server = (connection.address, "\(connection.address):\(connection.port)")
    }
    return entry
  }

  /// The messages of the WebSocket that the request opened; nil if it opened none.
  private func messages(of request: TracedRequest) -> [HARMessage]? {
    let notes = request.notes.filter { $0.kind == .webSocket }
    guard !notes.isEmpty else { return nil }
    return notes.compactMap { note in
      guard let message = note.message else { return nil }
      let body = message.body
      var result = HARMessage(
        isSent: message.isSent, time: date(note.time), opcode: message.isText ? 1 : 2,
        data: body?.data ?? Data())
      if body.map(\.isCut) ?? (message.size > 0) {
        result.missingData = body == nil ? "bodies are not recorded" : "only its beginning is recorded"
        result.size = message.size
      }
      return result
    }
  }

  private func unsent(_ request: TracedRequest) -> HAREntry {
    let start = request.attempts.last?.end ?? request.start
    var timings = HAREntry.Timings()
    timings.blocked = max(.zero, (request.end ?? duration).subtractingSaturated(start))
    let isStored = request.storedResponse != nil
    let isShared = request.notes.contains(where: \.isOfSharedExchange)
    let error = request.remark ?? (isStored ? nil : "not sent")
    var entry = HAREntry(
      startedAt: date(start),
      request: HAREntry.RequestPart(
        RequestMessage(
          // Only `GET` and `HEAD` responses are stored, so a redirect has changed any other method.
          method: isStored && !isShared && request.method != "HEAD" ? "GET" : request.method,
          url: request.storedURL ?? request.url)),
      response: request.storedResponse.map { HAREntry.ResponsePart($0) },
      failure: error.map { HAREntry.Failure(text: $0) }, timings: timings)
    if isStored {
      entry.response?.isStored = true
      let source = ["from the cache"] + request.notes.filter(\.isOfStoredBody).suffix(1).map(\.text)
      entry.comment = isShared ? Trace.Note.sharing : source.joined(separator: ": ")
    }
    return entry
  }

  private func timings(_ attempt: Attempt, of request: TracedRequest) -> HAREntry.Timings {
    var timings = HAREntry.Timings()
    let waits =
      [queued(before: attempt, of: request)]
      + attempt.phases.filter { $0.kind == .queued }.map { length(of: $0) }
    let known = waits.compactMap(\.self)
    timings.blocked = known.isEmpty ? nil : known.reduce(.zero) { $0.addingSaturated($1) }
    timings.nameLookup = length(of: .nameLookup, in: attempt)
    timings.secureConnection = length(of: .secureConnection, in: attempt)
    timings.connect = length(of: .connect, in: attempt).map {
      $0.addingSaturated(timings.secureConnection ?? .zero)
    }
    timings.send = length(of: .sending, in: attempt)
    timings.wait = length(of: .waiting, in: attempt)
    timings.receive = length(of: .receiving, in: attempt)
    return timings
  }

  /// How long the phase lasted, until the end of the trace if it has not ended.
  private func length(of phase: Phase) -> Duration {
    phase.duration ?? max(.zero, duration.subtractingSaturated(phase.start))
  }

  private func length(of kind: Phase.Kind, in attempt: Attempt) -> Duration? {
    attempt.phases.first { $0.kind == kind }.map { length(of: $0) }
  }

  /// How long the request waited for its turn before the attempt.
  private func queued(before attempt: Attempt, of request: TracedRequest) -> Duration? {
    request.phases.last { $0.kind == .queued && $0.end == attempt.start }?.duration
  }

  private func date(_ time: Duration) -> Date { start.addingTimeInterval(time / .seconds(1)) }
}

extension Trace.TracedRequest {
  /// The number of its responses: those of its exchanges, and that of the cache.
  fileprivate var responseCount: Int { attempts.count + (storedResponse == nil ? 0 : 1) }
}

extension HAREntry.RequestPart {
  fileprivate init(_ message: Trace.RequestMessage) {
    let query = message.url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    self.init(
      method: message.method, url: message.url, headers: HTTPHeaders(message.headers),
      query: HARWriter.query(String(query)))
    body = message.body?.data ?? Data()
    bodySize = message.bodySize
  }
}

extension HAREntry.ResponsePart {
  fileprivate init(_ message: Trace.ResponseMessage) {
    self.init(
      status: message.status, headers: HTTPHeaders(message.headers), httpVersion: message.httpVersion,
      size: message.bodySize)
    body = message.body?.data ?? Data()
  }
}

extension HTTPHeaders {
  fileprivate init(_ fields: [Trace.Field]) {
    self.init(fields.map { HTTPField(name: $0.name, value: $0.value) })
  }
}
