import Foundation

/// Logs the steps of requests, without secrets.
///
/// Without a closure it writes to standard error. A closure that takes a level and a text connects it to any logger.
///
/// ```swift
/// configuration.monitors = [LoggingMonitor(level: .debug) { level, text in print("\(level): \(text)") }]
/// ```
///
/// ```text
/// info: #1 → GET https://api.example.com/users/nobody
/// error: #1 ✗ GET https://api.example.com/users/nobody: the status code 404 is not acceptable, after 7.4 ms
/// ```
///
/// Each line begins with the number of the request, or with `authentication`. The closure is called as any
/// ``EventMonitor`` is. It never receives what ``Redaction`` hides: secret headers, query parameters and credentials in
/// URLs. Bodies are never logged, only the number of bytes sent and received, including those of files and streams: `12
/// bytes for 5000000 sent in 7.4 ms`. Control characters and those that reorder text are escaped.
public struct LoggingMonitor: EventMonitor {
  /// The importance of a line, and how much is logged.
  public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Only failures, including those of decoding.
    case error
    /// Also retries, redirects and misuse.
    case warning
    /// Also sent requests and their outcome, and refreshed credentials.
    case info
    /// Also requests that wait for a slot, connections, headers, the cache, WebSocket messages, decoding, and a `curl`
    /// command for each sent request.
    case debug

    /// Returns whether the left level logs less.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The level up to which lines are logged.
  public var level: Level
  /// Defines what is hidden: the redaction of the session, unless the monitor has its own.
  public var redaction: Redaction {
    get { ownRedaction ?? sessionRedaction ?? .standard }
    set { ownRedaction = newValue }
  }

  private var ownRedaction: Redaction?
  private var sessionRedaction: Redaction?
  private let sink: @Sendable (Level, String) -> Void

  /// Creates a monitor that writes each line to standard error, with the redaction of its session.
  ///
  /// ```swift
  /// configuration.monitors = [LoggingMonitor()]
  /// ```
  public init(level: Level = .info) { self.init(level: level, sink: Self.writing(to: .standardError)) }

  /// Creates a monitor with the redaction of its session (``SessionConfiguration/redaction``).
  public init(level: Level = .info, sink: @escaping @Sendable (Level, String) -> Void) {
    self.level = level
    self.sink = sink
  }

  /// Creates a monitor with its own redaction.
  public init(
    level: Level = .info, redaction: Redaction, sink: @escaping @Sendable (Level, String) -> Void
  ) {
    self.init(level: level, sink: sink)
    ownRedaction = redaction
  }

  /// Returns a sink that writes each line to a file; a line that cannot be written is lost.
  static func writing(to file: FileHandle) -> @Sendable (Level, String) -> Void {
    { level, text in try? file.write(contentsOf: Data("\(level): \(text)\n".utf8)) }
  }

  /// Logs the step, if its level is logged.
  public func request(_ id: RequestID, did event: RequestEvent) {
    for (level, text) in lines(for: event) { log(level, "\(id) \(text)") }
  }

  /// Logs the step, if its level is logged.
  ///
  /// Only the type of a refresh's error is logged, unless the error belongs to this library.
  public func authentication(did event: AuthenticationEvent) {
    switch event {
    case .refreshing: log(.info, "authentication: refreshing the credential")
    case .refreshed(let count):
      log(.info, "authentication: refreshed, \(count.counted("request")) waited for it")
    case .failed(let error, let count):
      log(.error, "authentication: \(words(for: error)), \(count.counted("request")) waited for it")
    }
  }

  private func log(_ level: Level, _ text: String) {
    guard level <= self.level else { return }
    // Text from a peer may contain line breaks, and could look like separate lines, or change a terminal.
    sink(level, text.split(whereSeparator: \.isNewline).joined(separator: " ").printed)
  }

  private func words(for error: any Error) -> String {
    switch error {
    case let error as NetworkError: "the refresh failed: \(reason(error))"
    case AuthenticationError.excessiveRefresh: "refreshed too often"
    case AuthenticationError.missingCredential: "there is no credential"
    default: "the refresh failed: \(type(of: error))"
    }
  }

  private func lines(for event: RequestEvent) -> [(Level, String)] {
    switch event {
    case .started, .adapted, .sentBody, .receivedBody: []
    case .queued(let request): [(.debug, "waits for a slot: \(name(request))")]
    case .sent(let request, let attempt):
      [
        (.info, "→ \(name(request))" + (attempt > 1 ? ", attempt \(attempt)" : "")),
        (.debug, command(request)),
      ]
    case .resent(let request): [(.debug, "→ \(name(request))"), (.debug, command(request))]
    case .connection(let timings): connection(timings).map { [(.debug, $0)] } ?? []
    case .cache(let event): [(.debug, "cache: \(event.text)")]
    case .webSocket(let event): [(.debug, "websocket: \(words(for: event))")]
    case .decoded(let type, let duration, let error):
      error.map { [(.error, "✗ not decoded as \(type): \(reason($0))")] }
        ?? [(.debug, "decoded \(type) in \(duration.inMilliseconds)")]
    case .receivedInterim(let head), .receivedHead(let head):
      [(.debug, "← \(head.status)" + fields(head.headers))]
    case .receivedTrailers(let trailers): [(.debug, "← trailers" + fields(trailers))]
    case .redirected(let head, let request):
      [(.warning, "\(head.status), redirected → \(name(request))")]
    case .willRetry(let error, let delay):
      [(.warning, "will be sent again in \(delay.inMilliseconds): \(reason(error))")]
    case .willFallBack(let error): [(.warning, "uses a stored response instead: \(reason(error))")]
    case .finished(let received, let timings):
      [
        (
          .info,
          "← \(received.head.status) \(name(received.request)), \(volume(timings))\(time(timings, " in"))"
        )
      ]
    case .failed(let error, let timings):
      [(error.isCancellation ? .info : .error, "✗ \(name(error)): \(reason(error))\(effort(timings))")]
    case .configuredTooLate(let call):
      [(.warning, "\(call) was called after the start, and changed nothing")]
    }
  }

  private func fields(_ headers: HTTPHeaders) -> String {
    redaction.lines(of: headers).map { " [\($0)]" }.joined()
  }

  /// Returns the command with a placeholder for the body, which may contain secrets.
  private func command(_ request: TransportRequest) -> String {
    var request = request
    if request.body != .none { request.body = .data(Data(Redaction.placeholder.utf8)) }
    return request.cURLDescription(redacting: redaction)
  }

  private func name(_ request: TransportRequest) -> String {
    "\(request.method) \(redaction.redacted(request.url))"
  }

  /// Returns the number of bytes sent and received.
  private func volume(_ timings: ResponseTimings) -> String {
    timings.bytesReceived.counted("byte") + (timings.bytesSent > 0 ? " for \(timings.bytesSent) sent" : "")
  }

  /// Returns the bytes and the time of a failed request.
  private func effort(_ timings: ResponseTimings) -> String {
    let isIdle = timings.bytesReceived == 0 && timings.bytesSent == 0
    return isIdle ? time(timings, ", after") : ", after \(volume(timings))\(time(timings, " in"))"
  }

  private func time(_ timings: ResponseTimings, _ preposition: String) -> String {
    timings.done.map { "\(preposition) \($0.inMilliseconds)" } ?? ""
  }

  /// Returns the request of the error.
  private func name(_ error: NetworkError) -> String {
    if let request = error.request { return name(request) }
    switch error.reason {
    // The reason contains the request's URL, or one from the server, which may have secrets under any name.
    case .invalidRequest(.url) where error.urlFailure == nil: return "not sent"
    case .invalidRequest(.crossOrigin), .invalidRequest(.repeatedPage): return "not sent"
    default: break
    }
    guard let unsent = error.unsent else { return "not sent" }
    return "\(unsent.method) \(hiding(in: error).redacted(urlText: unsent.url)), not sent"
  }

  /// Returns the reason of the error, and its cause without any part of a body.
  ///
  /// Of an underlying error of another library only the type is logged, because its text may contain secrets.
  private func reason(_ error: NetworkError) -> String {
    let redaction = hiding(in: error)
    if case .invalidRequest(.header(let name, _)) = error.reason {
      return "the header \(name.debugDescription) contains characters that are not allowed in a header"
    }
    if let failure = error.urlFailure { return redaction.wordsWithoutBody(for: failure) }
    let words = error.reason.wordsWithoutBody(of: error, redaction)
    guard let cause = error.underlyingError, error.isExplainedByCause else { return words }
    return "\(words): \(redaction.wordsWithoutBody(for: cause))"
  }

  /// Returns the redaction for an error.
  ///
  /// A refresh does not belong to a session, so only the error may have the redaction of its session.
  private func hiding(in error: NetworkError) -> Redaction {
    ownRedaction ?? sessionRedaction ?? error.redaction
  }
}

extension LoggingMonitor: SessionMonitor {
  /// Returns the monitor with the redaction of the session.
  package func monitor(in session: MonitoredSession) -> any EventMonitor {
    var monitor = self
    monitor.sessionRedaction = session.redaction
    return monitor
  }
}
