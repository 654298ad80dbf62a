import Foundation

/// Reads the events of one request in order, and makes its attempts and phases.
struct TraceReader {
  /// The exchange that is open.
  private struct Open {
    var attempt: Trace.Attempt
    var timings: TransportTimings?
    var sent: Duration?
    var head: Duration?
    /// Whether the size of the request body is that of its progress.
    var isMeasured: Bool
    /// The number of body bytes that have arrived.
    var received: Int64?
  }

  private let entry: TraceLog.Entry
  private let redaction: Redaction
  private let offset: Duration
  /// When the trace is read.
  private let now: Duration
  private var request: Trace.TracedRequest
  private var open: Open?
  private var queued: Duration?
  /// The number of the current attempt, and of the redirects within it.
  private var position = (attempt: 1, redirects: 0)
  /// Whether the response comes from the cache, because it did something after the last exchange.
  private var isStored = false
  /// Whether there are interceptors, and none of them is known to have finished.
  private var isAdapting: Bool
  private let adapts: Bool
  /// When the current phase between exchanges began, and whether it is a delay before a retry.
  private var between: Duration
  private var backOff: (start: Duration, delay: Duration)?

  /// - `clock`: That of the session; nil if it was dropped.
  init(_ entry: TraceLog.Entry, clock: TraceLog.Clock?, offset: Duration, now: Duration) {
    self.entry = entry
    redaction = clock?.redaction ?? .standard
    self.offset = offset
    self.now = now
    adapts = entry.adapts ?? clock?.hasInterceptors ?? false
    isAdapting = adapts
    between = entry.start + offset
    let url = (try? entry.url.asURL())?.absoluteString ?? "\(entry.url)"
    request = Trace.TracedRequest(
      id: entry.id, session: entry.key.session, number: entry.key.number, method: entry.method.rawValue,
      url: redaction.redacted(urlText: url).cut(to: TraceReader.maximumText), start: entry.start + offset)
    request.origin = entry.origin
    request.location = entry.location.map { Trace.Location(file: "\($0.fileID)", line: Int($0.line)) }
  }

  /// The maximum number of bytes of a URL, a field or an error.
  private static let maximumText = 4_096

  /// Returns whether a text is longer than the maximum, so that the trace has only its first bytes.
  ///
  /// What is appended to them makes it longer than a text that is kept as a whole.
  static func isCut(_ text: String) -> Bool { text.utf8.count > maximumText }

  mutating func result() -> Trace.TracedRequest {
    for timed in entry.marks { read(timed.mark, at: timed.time + offset) }
    if request.end == nil {
      closeExchange(at: nil)
      // A delay that is over leaves the request to its interceptors.
      if isAdapting { endBackOff(at: now, early: false) }
      if let backOff {
        request.phases.append(Trace.Phase(.backOff, start: backOff.start, duration: nil))
      } else if let queued {
        request.phases.append(Trace.Phase(.queued, start: queued, duration: nil))
      } else if isAdapting {
        request.phases.append(Trace.Phase(.adapting, start: between, duration: nil))
      }
    }
    request.droppedNotes = entry.droppedCount
    return request
  }

  private mutating func read(_ mark: TraceMark, at time: Duration) {
    switch mark {
    case .adapted: adapted(at: time)
    case .queued: queue(at: time)
    case .sent(let sent, let number):
      position = (number, 0)
      send(sent, at: time)
    case .resent(let sent): send(sent, at: time)
    case .connection(let timings): open?.timings = timings
    case .sentBody(let size):
      open?.sent = time
      if open?.isMeasured == true { open?.attempt.request.bodySize = size }
    case .head(let head):
      open?.head = time
      // A response that belongs to no exchange of this request.
      if open == nil { receiveShared(at: time) }
      receive(head)
    case .receivedBody(let bytes, _):
      open?.received = bytes
      open?.attempt.response?.bodySize = bytes
    case .redirected(let head, let next): redirect(head, to: next, at: time)
    case .willRetry(let error, let delay): retry(error, after: delay, at: time)
    case .willFallBack(let error): fallBack(error, at: time)
    case .cache(let event): cache(event, at: time)
    case .webSocket(let event):
      note(.webSocket, redaction.redacted(text: event.traceText(redaction)), at: time)
    case .message(let message): exchanged(message, at: time)
    case .finished(let head, let bytes, let body): finish(head, bytes, body?.value, at: time)
    case .failed(let error, let bytes, let body): fail(error, bytes, body?.value, at: time)
    case .decoded(let type, let duration, let error):
      request.phases.append(Trace.Phase(.decoding, start: time - duration, duration: duration))
      if let error { note(.warning, "not decoded as \(type): \(words(error))", at: time) }
    case .warning(let text): note(.warning, text, at: time)
    }
  }

  // MARK: - Before an exchange

  private mutating func adapted(at time: Duration) {
    endBackOff(at: time)
    phase(.adapting, from: between, to: time)
    between = time
    isAdapting = false
  }

  private mutating func queue(at time: Duration) {
    endBackOff(at: time)
    queued = time
    isAdapting = false
  }

  private mutating func send(_ sent: TraceMark.SentRequest, at time: Duration) {
    endBackOff(at: time)
    if let queued { phase(.queued, from: queued, to: time) }
    queued = nil
    isAdapting = false
    closeExchange(at: time)
    let message = message(sent)
    if position == (1, 0) { request.url = message.url }
    isStored = false
    open = Open(
      attempt: Trace.Attempt(
        number: position.attempt, redirects: position.redirects, start: time, request: message),
      isMeasured: message.bodySize == nil)
    open?.attempt.parentSpanID = sent.request.parentSpanID
  }

  /// - `early`: Whether a delay that is not over ends now.
  private mutating func endBackOff(at time: Duration, early: Bool = true) {
    guard let (start, delay) = backOff else { return }
    let due = start.addingSaturated(delay)
    guard early || due <= time else { return }
    let end = min(time, due)
    phase(.backOff, from: start, to: end)
    between = end
    backOff = nil
  }

  private mutating func phase(_ kind: Trace.Phase.Kind, from start: Duration, to end: Duration) {
    guard end > start else { return }
    request.phases.append(Trace.Phase(kind, start: start, duration: end - start))
  }

  // MARK: - The end of an exchange

  /// Sets the response of the open exchange.
  private mutating func receive(_ head: ResponseHead, bytes: Int64? = nil, body: Trace.Body? = nil) {
    guard var exchange = open else { return }
    var message = exchange.attempt.response ?? response(head)
    if let bytes { message.bodySize = bytes }
    if var body {
      // What a limit of the session has left out is missing, too.
      body.isCut = body.isCut || body.data.count < message.bodySize
      message.body = redacted(body, as: head.headers["Content-Type"])
    }
    exchange.attempt.response = message
    open = exchange
  }

  private mutating func redirect(_ head: ResponseHead, to next: TraceMark.SentRequest, at time: Duration) {
    receive(head, bytes: open?.received)
    if open?.head == nil { open?.head = time }
    closeExchange(at: time)
    let url = redaction.redacted(next.request.url).cut(to: Self.maximumText)
    note(.redirect, "\(head.status), redirected to \(url)", at: time)
    position.redirects += 1
    isStored = false
    between = time
    isAdapting = adapts
  }

  private mutating func retry(_ error: NetworkError, after delay: Duration, at time: Duration) {
    let reason = fail(error, at: time)
    note(.retry, reason, at: time)
    backOff = (time, delay)
    position = (position.attempt + 1, 0)
    isStored = false
    isAdapting = adapts
  }

  private mutating func fallBack(_ error: NetworkError, at time: Duration) {
    endBackOff(at: time)
    isAdapting = false
    let reason = fail(error, at: time)
    note(.cache, "a stored response is used instead: \(reason)", at: time)
  }

  /// Ends the open exchange with an error that is not that of the request; returns its text.
  private mutating func fail(_ error: NetworkError, at time: Duration) -> String {
    let reason = words(error)
    open?.attempt.error = reason
    if let head = error.response { receive(head, bytes: error.bytesReceived) }
    closeExchange(at: time)
    between = time
    return reason
  }

  /// Notes that the response is that of an exchange with other requests, unless the cache makes it.
  private mutating func receiveShared(at time: Duration) {
    if !isStored { note(.cache, Trace.Note.sharing, at: time) }
    isStored = true
    isAdapting = false
  }

  /// Sets the response of a request that nothing was sent for, or whose last exchange is over.
  private mutating func receiveStored(_ head: ResponseHead, _ bytes: Int64, _ body: Trace.Body?) {
    guard open == nil, isStored || request.attempts.isEmpty,
      !request.notes.contains(where: \.isUnavailability)
    else { return }
    var message = response(head)
    message.bodySize = bytes
    message.body = redacted(body, as: head.headers["Content-Type"])
    request.storedResponse = message
    request.storedURL = head.url.map { redaction.redacted($0).cut(to: Self.maximumText) }
    // Until something is sent, the URL is as the caller wrote it, and may be relative.
    if request.attempts.isEmpty, let url = request.storedURL { request.url = url }
  }

  private mutating func finish(_ head: ResponseHead, _ bytes: Int64, _ body: Trace.Body?, at time: Duration) {
    receiveStored(head, bytes, body)
    receive(head, bytes: bytes, body: body)
    closeExchange(at: time)
    request.end = time
    request.outcome = .finished(status: head.status)
  }

  private mutating func fail(_ error: NetworkError, _ bytes: Int64, _ body: Trace.Body?, at time: Duration) {
    endBackOff(at: time)
    if let queued {
      phase(.queued, from: queued, to: time)
    } else if isAdapting {
      phase(.adapting, from: between, to: time)
    }
    let isCancelled = error.isCancellation
    let reason = words(error)
    if let head = error.response {
      receiveStored(head, bytes, body)
      // The bytes of a redirect's body are not those of the response that the request waits for.
      receive(head, bytes: max(bytes, open?.received ?? 0), body: body)
    }
    open?.attempt.error = reason
    closeExchange(at: time)
    request.end = time
    request.outcome = isCancelled ? .cancelled : .failed(reason)
  }

  /// Ends the open exchange, or leaves its last phase open if there is no end.
  private mutating func closeExchange(at end: Duration?) {
    guard var open else { return }
    self.open = nil
    open.attempt.end = end
    if let connection = open.timings?.connection {
      open.attempt.connection = Trace.Connection(
        address: connection.remoteAddress, port: connection.remotePort, isReused: connection.isReused)
    }
    var cursor = open.attempt.start
    func add(_ kind: Trace.Phase.Kind, until time: Duration?) {
      let stop = time.map { max($0, cursor) }
      open.attempt.phases.append(Trace.Phase(kind, start: cursor, duration: stop.map { $0 - cursor }))
      cursor = stop ?? cursor
    }
    let limit = open.head ?? end
    func step(_ kind: Trace.Phase.Kind, _ duration: Duration?) {
      guard let duration else { return }
      add(kind, until: limit.map { min($0, cursor + duration) } ?? cursor + duration)
    }
    step(.queued, open.timings?.queued)
    step(.nameLookup, open.timings?.nameLookup)
    step(.connect, open.timings?.connect)
    step(.secureConnection, open.timings?.secureConnection)
    if let sent = open.sent, open.attempt.request.bodySize != 0, sent >= cursor { add(.sending, until: sent) }
    add(.waiting, until: limit)
    if open.head != nil { add(.receiving, until: end) }
    request.attempts.append(open.attempt)
  }

  // MARK: - Notes

  private mutating func cache(_ event: RequestEvent.CacheEvent, at time: Duration) {
    note(.cache, event.text, at: time)
    switch event {
    case .revalidated: beginStored(at: time)
    case .hit, .stale, .unavailable:
      beginStored(at: time)
      request.phases.append(Trace.Phase(.cache, start: between, duration: time - between))
    case .forwarded, .stored, .refused: break
    }
  }

  /// Called when the response of the network is complete and the response of the cache follows.
  private mutating func beginStored(at time: Duration) {
    isStored = true
    isAdapting = false
    guard open != nil else { return }
    closeExchange(at: time)
    between = time
  }

  private mutating func exchanged(_ message: Trace.Note.Message, at time: Duration) {
    var message = message
    message.body = redacted(message.body, as: nil)
    note(.webSocket, redaction.redacted(text: message.text), of: message, at: time)
  }

  private mutating func note(
    _ kind: Trace.Note.Kind, _ text: String, of message: Trace.Note.Message? = nil, at time: Duration
  ) {
    request.notes.append(
      Trace.Note(time: time, kind: kind, text: text.cut(to: Self.maximumText), message: message))
  }

  // MARK: - Redaction

  private func words(_ error: NetworkError) -> String {
    var error = error
    error.redaction = redaction
    return error.description.cut(to: Self.maximumText)
  }

  private func message(_ sent: TraceMark.SentRequest) -> Trace.RequestMessage {
    Trace.RequestMessage(
      method: sent.request.method.rawValue,
      url: redaction.redacted(sent.request.url).cut(to: Self.maximumText),
      headers: fields(sent.request.headers), bodySize: sent.bodySize,
      body: redacted(sent.body, as: sent.request.headers["Content-Type"]))
  }

  private func response(_ head: ResponseHead) -> Trace.ResponseMessage {
    Trace.ResponseMessage(status: head.status, httpVersion: head.httpVersion, headers: fields(head.headers))
  }

  private func fields(_ headers: HTTPHeaders) -> [Trace.Field] {
    headers.map { Trace.Field(name: $0.name, value: redaction.redacted($0).value.cut(to: Self.maximumText)) }
  }

  private func redacted(_ body: Trace.Body?, as type: String?) -> Trace.Body? {
    guard var body else { return nil }
    body.data = redaction.redacted(body: body.data, contentType: type)
    return body
  }
}

extension RequestEvent.WebSocketEvent {
  /// Returns the event in a few words.
  fileprivate func traceText(_ redaction: Redaction) -> String {
    switch self {
    case .opened(let subprotocol):
      Trace.Note.opened + (subprotocol.map { ", \(redaction.redacted(subprotocol: $0))" } ?? "")
    case .sent(let message): Trace.Note.Message(message, isSent: true, Trace.Body.Limit(count: 0)).text
    case .received(let message): Trace.Note.Message(message, isSent: false, Trace.Body.Limit(count: 0)).text
    case .ponged(let delay): "pong after \(delay.inMilliseconds)"
    case .closed(let code, let reason):
      "\(Trace.Note.closed)\(code)" + (reason.isEmpty ? "" : " \(reason.cut(to: 256))")
    }
  }
}
