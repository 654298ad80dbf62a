import Foundation

/// A monitor that opens a span of a tracing library for each exchange with a server, and closes it: an adapter in a few
/// lines.
///
/// ```swift
/// let spans = SpanMonitor { _ in
///   ContinuousClock.now
/// } end: { begin, exchange in
///   print(exchange.name, exchange.attributes["url.full"] ?? "", ContinuousClock.now - begin)
/// }
/// configuration.monitors.append(spans)
/// ```
///
/// What `begin` returns is kept until the exchange ends, and passed to `end`, once, with the complete
/// ``Trace/Span``. Each attempt and each redirect is an exchange; a request that the cache answers alone is
/// not. The closures are called on the thread of the step; if they block, they delay the request. May be used
/// in several sessions.
public final class SpanMonitor<State: Sendable>: EventMonitor {
  private let begin: @Sendable (Trace.Span) -> State
  private let end: @Sendable (State, Trace.Span) -> Void
  private let direct = Lock<SessionSpans<State>?>(nil)

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - begin: Called when an exchange begins. Its span has no end and no response yet.
  ///   - end: Called when it ends, with what `begin` returned.
  public init(
    begin: @escaping @Sendable (Trace.Span) -> State, end: @escaping @Sendable (State, Trace.Span) -> Void
  ) {
    self.begin = begin
    self.end = end
  }

  /// Notices the step of a request that does not come from a session, with the system's clock.
  public func request(_ id: RequestID, did event: RequestEvent) {
    let spans = direct.withLock { direct in
      let spans = direct ?? session(MonitoredSession(redaction: .standard, timer: DispatchTimer()))
      direct = spans
      return spans
    }
    spans.request(id, did: event)
  }

  private func session(_ session: MonitoredSession) -> SessionSpans<State> {
    SessionSpans(session: session, begin: begin, end: end)
  }
}

extension SpanMonitor: SessionMonitor {
  package func monitor(in session: MonitoredSession) -> any EventMonitor { self.session(session) }
}

/// The open spans of one session.
private final class SessionSpans<State: Sendable>: EventMonitor {
  private struct Open: Sendable {
    var attempt: Trace.Attempt
    /// The wall time at which the session's clock was zero when the exchange began, so that a wall clock that is set
    /// changes no duration.
    let epoch: Duration
    let resends: Int
    var state: State
  }

  private struct Exchanges: Sendable {
    var count = 0
    var open: Open?
  }

  private let session: MonitoredSession
  private let begin: @Sendable (Trace.Span) -> State
  private let end: @Sendable (State, Trace.Span) -> Void
  private let requests = Lock<[RequestID: Exchanges]>([:])
  /// The last reading of the wall time at which the session's clock was zero.
  private let epoch: Lock<Duration>

  init(
    session: MonitoredSession, begin: @escaping @Sendable (Trace.Span) -> State,
    end: @escaping @Sendable (State, Trace.Span) -> Void
  ) {
    self.session = session
    self.begin = begin
    self.end = end
    epoch = Lock(session.timer.date.sinceEpoch - session.timer.now)
  }

  // The steps of one request arrive one at a time, so no other step of it comes between a look and a change.
  func request(_ id: RequestID, did event: RequestEvent) {
    switch event {
    case .sent(let request, _), .resent(let request): start(id, request)
    case .receivedHead(let head): change(id) { self.update(&$0, head) }
    case .connection(let timings):
      guard let connection = timings.connection else { return }
      change(id) {
        $0.connection = Trace.Connection(
          address: connection.remoteAddress, port: connection.remotePort, isReused: connection.isReused)
      }
    case .redirected(let head, _): finish(id) { self.update(&$0, head) }
    case .willRetry(let error, _), .willFallBack(let error): finish(id) { self.update(&$0, error) }
    // What follows is the response of the cache.
    case .cache(.hit), .cache(.stale), .cache(.revalidated), .cache(.unavailable): finish(id) { _ in }
    case .failed(let error, _):
      finish(id) { self.update(&$0, error) }
      remove(id)
    case .finished(let received, _):
      finish(id) { self.update(&$0, received.head) }
      remove(id)
    case .started, .adapted, .queued, .sentBody, .receivedInterim, .receivedBody, .receivedTrailers, .cache,
      .webSocket,
      .decoded, .configuredTooLate:
      break
    }
  }

  private func start(_ id: RequestID, _ request: TransportRequest) {
    finish(id) { _ in }
    let resends = requests.withLock { $0[id]?.count ?? 0 }
    let epoch = readEpoch()
    var attempt = Trace.Attempt(
      number: resends + 1, start: epoch + session.timer.now,
      request: Trace.RequestMessage(method: "", url: ""))
    update(&attempt, request)
    let state = begin(Trace.Span(attempt, resends: resends, epoch: .zero))
    let open = Open(attempt: attempt, epoch: epoch, resends: resends, state: state)
    requests.withLock { $0[id] = Exchanges(count: resends + 1, open: open) }
  }

  /// Returns the wall time at which the session's clock was zero: the last one, unless the wall clock was set since.
  private func readEpoch() -> Duration {
    let read = session.timer.date.sinceEpoch - session.timer.now
    return epoch.withLock { epoch in
      if abs((read - epoch) / .milliseconds(1)) >= 1 { epoch = read }
      return epoch
    }
  }

  private func change(_ id: RequestID, _ update: (inout Trace.Attempt) -> Void) {
    guard var found = requests.withLock({ $0[id]?.open }) else { return }
    update(&found.attempt)
    requests.withLock { $0[id]?.open = found }
  }

  /// Ends the exchange that is open, if there is one.
  private func finish(_ id: RequestID, _ update: (inout Trace.Attempt) -> Void) {
    guard var found = requests.withLock({ $0[id]?.open.take() }) else { return }
    update(&found.attempt)
    found.attempt.end = found.epoch + session.timer.now
    end(found.state, Trace.Span(found.attempt, resends: found.resends, epoch: .zero))
  }

  private func remove(_ id: RequestID) { _ = requests.withLock { $0.removeValue(forKey: id) } }

  private func update(_ attempt: inout Trace.Attempt, _ request: TransportRequest) {
    let fields = ["traceparent", "tracestate"].compactMap { name in
      request.headers[name].map { Trace.Field(name: name, value: $0) }
    }
    attempt.parentSpanID = request.parentSpanID
    attempt.request = Trace.RequestMessage(
      method: request.method.rawValue, url: session.redaction.redacted(request.url), headers: fields)
  }

  private func update(_ attempt: inout Trace.Attempt, _ head: ResponseHead) {
    attempt.response = Trace.ResponseMessage(status: head.status, httpVersion: head.httpVersion)
  }

  private func update(_ attempt: inout Trace.Attempt, _ error: NetworkError) {
    if let head = error.response { update(&attempt, head) }
    var error = error
    error.redaction = session.redaction
    attempt.error = error.withoutBody.description
  }
}
