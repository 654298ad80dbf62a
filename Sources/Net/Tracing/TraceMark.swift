import Foundation

/// What a recorder keeps of an event: references to the values of the request, without bodies.
///
/// Redacting and formatting take too long to be done during a request, so they are done when the trace is read. Large
/// associated values are boxed, so that the marks of a request are one small array.
enum TraceMark: Sendable {
  case adapted
  case queued
  case sent(SentRequest, attempt: Int)
  case resent(SentRequest)
  case connection(TransportTimings)
  /// The size of the body is the total, or what has been sent of it.
  case sentBody(size: Int64)
  case head(ResponseHead)
  /// The time of the mark is that of the first progress, and `last` that of the latest.
  case receivedBody(bytes: Int64, last: Duration)
  case redirected(ResponseHead, to: SentRequest)
  case willRetry(NetworkError, after: Duration)
  case willFallBack(NetworkError)
  indirect case cache(RequestEvent.CacheEvent)
  indirect case webSocket(RequestEvent.WebSocketEvent)
  indirect case message(Trace.Note.Message)
  case finished(ResponseHead, bytes: Int64, body: Boxed<Trace.Body>?)
  case failed(NetworkError, bytes: Int64, body: Boxed<Trace.Body>?)
  case decoded(type: String, took: Duration, error: NetworkError?)
  case warning(String)

  /// A request without its body, and the recorded part of the body.
  struct SentRequest: Sendable {
    var request: TransportRequest
    /// Nil without a body.
    private var content: Boxed<Content>?

    private struct Content: Sendable {
      var size: Int64?
      var body: Trace.Body?
    }

    /// The number of body bytes; nil if it is unknown.
    var bodySize: Int64? { content.map(\.value.size) ?? 0 }
    /// The recorded part of the body.
    var body: Trace.Body? { content?.value.body }

    init(_ request: TransportRequest, _ limit: Trace.Body.Limit) {
      self.request = request
      guard request.hasBody else { return }
      let data = request.body.data
      // A file is not inspected, because this must not block.
      var content = Content(size: data.map { Int64($0.count) })
      if case .stream(let stream) = request.body { content.size = stream.count }
      content.body = data.flatMap { Trace.Body($0, limit) }
      self.content = Boxed(content)
      self.request.body = .none
    }
  }
}

extension TraceMark {
  /// Creates the mark of an event; nil for events that a trace does not show.
  ///
  /// - `limit`: What is kept of a body.
  /// - `now`: The time of the event.
  init?(_ event: RequestEvent, _ limit: Trace.Body.Limit, at now: Duration) {
    switch event {
    case .started, .receivedInterim, .receivedTrailers: return nil
    case .adapted: self = .adapted
    case .queued: self = .queued
    case .sent(let request, let attempt):
      self = .sent(SentRequest(request, limit), attempt: attempt)
    case .resent(let request): self = .resent(SentRequest(request, limit))
    case .connection(let timings): self = .connection(timings)
    case .sentBody(let progress): self = .sentBody(size: progress.total ?? progress.completed)
    case .receivedHead(let head): self = .head(head)
    case .receivedBody(let progress): self = .receivedBody(bytes: progress.completed, last: now)
    case .redirected(let head, let request):
      self = .redirected(head, to: SentRequest(request, limit))
    case .willRetry(let error, let delay): self = .willRetry(Self.light(error, limit), after: delay)
    case .willFallBack(let error): self = .willFallBack(Self.light(error, limit))
    case .cache(let event): self = .cache(event)
    case .webSocket(.sent(let message)):
      self = .message(Trace.Note.Message(message, isSent: true, limit))
    case .webSocket(.received(let message)):
      self = .message(Trace.Note.Message(message, isSent: false, limit))
    case .webSocket(let event): self = .webSocket(event)
    case .finished(let received, let timings):
      self = .finished(
        received.head, bytes: timings.bytesReceived, body: Trace.Body.boxed(received.data, limit))
    case .failed(let error, let timings):
      self = .failed(
        Self.light(error, limit), bytes: timings.bytesReceived,
        body: error.data.flatMap { Trace.Body.boxed($0, limit) })
    case .decoded(let type, let duration, let error):
      self = .decoded(type: type, took: duration, error: error.map { Self.light($0, limit) })
    case .configuredTooLate(let call): self = .warning("\(call) was called after the start")
    }
  }

  /// Returns the error without the bodies, which may be large and which its description quotes, and without code of the
  /// user.
  ///
  /// If no bodies are recorded, its reason quotes none either.
  private static func light(_ whole: NetworkError, _ limit: Trace.Body.Limit) -> NetworkError {
    var error = limit.count > 0 ? whole : whole.withoutBody
    let sendsBody = error.request?.hasBody ?? false
    guard sendsBody || error.data != nil || error.decoder != nil else { return error }
    error.request?.body = .none
    (error.data, error.decoder) = (nil, nil)
    return error
  }

  /// An estimate of the number of bytes that the mark keeps in memory.
  var size: Int {
    switch self {
    case .sent(let sent, _), .resent(let sent): Self.size(of: sent)
    case .redirected(let head, let sent): Self.size(of: sent) + Self.size(of: head)
    case .head(let head): Self.size(of: head)
    case .finished(_, _, let body), .failed(_, _, let body): Self.base + (body?.value.data.count ?? 0)
    case .message(let message): Self.base + (message.body?.data.count ?? 0)
    case .decoded, .warning, .willRetry, .willFallBack: 256
    case .adapted, .queued, .connection, .sentBody, .receivedBody, .cache, .webSocket: Self.base
    }
  }

  /// The size of a mark without the parts of variable size.
  private static let base = 128

  /// Whether it is an event of a WebSocket, of which there may be any number.
  var isOfWebSocket: Bool {
    switch self {
    case .message, .webSocket: true
    default: false
    }
  }

  private static func size(of sent: SentRequest) -> Int {
    256 + size(of: sent.request.headers) + (sent.body?.data.count ?? 0)
  }

  private static func size(of head: ResponseHead) -> Int { base + size(of: head.headers) }

  private static func size(of headers: HTTPHeaders) -> Int {
    64 * headers.count + headers.byteCount
  }
}

extension Trace.Body {
  /// What is kept of a body.
  struct Limit: Sendable {
    /// The maximum number of bytes.
    var count: Int
    /// The redaction of the session, whose secrets are not cut.
    var redaction = Redaction.standard
  }

  /// The first bytes of a body; nil if bodies are not recorded.
  init?(_ data: Data, _ limit: Limit) {
    guard limit.count > 0, !data.isEmpty else { return nil }
    let beginning = data.beginning(of: limit.count, for: limit.redaction)
    self.init(data: Data(beginning), isCut: data.count > limit.count)
  }

  static func boxed(_ data: @autoclosure () -> Data, _ limit: Limit) -> Boxed<Trace.Body>? {
    // Without a limit the body is not even read.
    limit.count > 0 ? Trace.Body(data(), limit).map { Boxed($0) } : nil
  }
}

extension Trace.Note.Message {
  /// A message with at most its first bytes.
  init(_ message: WebSocketMessage, isSent: Bool, _ limit: Trace.Body.Limit) {
    switch message {
    case .text(let text):
      self.init(isSent: isSent, isText: true, size: text.utf8.count)
      guard limit.count > 0, !text.isEmpty else { return }
      let beginning = Data(text.beginning(of: limit.count, for: limit.redaction).utf8)
      body = Trace.Body(data: beginning, isCut: beginning.count < size)
    case .data(let data):
      self.init(
        isSent: isSent, isText: false, size: data.count, body: Trace.Body(data, limit))
    }
  }
}
