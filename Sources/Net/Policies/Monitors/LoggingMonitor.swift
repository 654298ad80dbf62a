import Foundation

/// Writes what requests do to a log: one line for each step and level, secrets left out.
///
/// Attach any logger in one line, by a closure that takes a level and a text.
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
/// Each line begins with the number of the request. The sink is called where the step happens, one call at a
/// time per request. What ``Redaction`` hides never reaches it: headers, query parameters and credentials in
/// URLs. Bodies are never logged, only how many bytes were sent and received of them, in memory, files and streams
/// alike: `12 bytes for 5000000 sent in 7.4 ms`.
public struct LoggingMonitor: EventMonitor {
  /// How much is logged, and how important a line is.
  public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Failures alone, those of decoding included.
    case error
    /// Retries, redirects and misuse, too.
    case warning
    /// Sent requests and their outcome, and fresh credentials, too.
    case info
    /// Requests that wait for a slot, connections, headers, the cache, WebSocket messages, decoding, and
    /// a `curl` command for each sent request, too.
    case debug

    /// Orders the levels by how much is logged.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much is logged.
  public var level: Level
  /// What is hidden: what the session hides, unless the monitor was given its own redaction.
  public var redaction: Redaction {
    get { ownRedaction ?? sessionRedaction ?? .standard }
    set { ownRedaction = newValue }
  }

  private var ownRedaction: Redaction?
  private var sessionRedaction: Redaction?
  private let sink: @Sendable (Level, String) -> Void

  /// Makes a monitor that hides what its session hides (``SessionConfiguration/redaction``).
  public init(level: Level = .info, sink: @escaping @Sendable (Level, String) -> Void) {
    self.level = level
    self.sink = sink
  }

  /// Makes a monitor that hides what this redaction hides, whatever its session says.
  public init(
    level: Level = .info, redaction: Redaction, sink: @escaping @Sendable (Level, String) -> Void
  ) {
    self.init(level: level, sink: sink)
    ownRedaction = redaction
  }

  /// The monitor in a session that has this redaction.
  func inSession(_ redaction: Redaction) -> LoggingMonitor {
    var monitor = self
    monitor.sessionRedaction = redaction
    return monitor
  }

  /// Writes the step to the log, if it is important enough.
  public func request(_ id: RequestID, did event: RequestEvent) {
    for (level, text) in lines(for: event) { log(level, "\(id) \(text)") }
  }

  /// Writes the step to the log, if it is important enough.
  ///
  /// Errors of a refresh are named by their type alone, unless they are this library's own.
  public func authentication(did event: AuthenticationEvent) {
    switch event {
    case .refreshing: log(.info, "authentication: refreshing the credential")
    case .refreshed(let count): log(.info, "authentication: refreshed, \(count) requests go on")
    case .failed(let error, let count):
      log(.error, "authentication: \(words(for: error)), \(count) requests fail")
    }
  }

  private func log(_ level: Level, _ text: String) {
    guard level <= self.level else { return }
    // What a peer says may hold line breaks, and could pass for separate lines.
    sink(level, text.split(whereSeparator: \.isNewline).joined(separator: " "))
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
    case .queued(let request): [(.debug, "waits for its turn: \(name(request))")]
    case .sent(let request, let attempt):
      [
        (.info, "→ \(name(request))" + (attempt > 1 ? ", attempt \(attempt)" : "")),
        (.debug, command(request)),
      ]
    case .connection(let timings): connection(timings).map { [(.debug, $0)] } ?? []
    case .cache(let event): [(.debug, "cache: \(words(for: event))")]
    case .webSocket(let event): [(.debug, "websocket: \(words(for: event))")]
    case .decoded(let type, let duration, let error):
      error.map { [(.error, "✗ not decoded as \(type): \(reason($0))")] }
        ?? [(.debug, "decoded \(type) in \(duration.inMilliseconds)")]
    case .receivedInterim(let head), .receivedHead(let head):
      [
        (.debug, "← \(head.status)" + fields(head.headers))
      ]
    case .receivedTrailers(let trailers):
      [(.debug, "← trailers" + fields(trailers))]
    case .redirected(let head, let request):
      [(.warning, "\(head.status), redirected → \(name(request))")]
    case .willRetry(let error, let delay):
      [(.warning, "will be sent again in \(delay.inMilliseconds): \(reason(error))")]
    case .finished(let received, let timings):
      [
        (
          .info,
          "← \(received.head.status) \(name(received.request)), \(volume(timings))\(time(timings, " in"))"
        )
      ]
    case .failed(let error, let timings):
      [
        (
          error.reason == .cancelled ? .info : .error,
          "✗ \(error.request.map(name) ?? "not sent"): \(reason(error))\(effort(timings))"
        )
      ]
    case .configuredTooLate(let call):
      [(.warning, "\(call) was called after the start, and changed nothing")]
    }
  }

  private func fields(_ headers: HTTPHeaders) -> String {
    redaction.lines(of: headers).map { " [\($0)]" }.joined()
  }

  /// Bodies may hold anything, so the command has only their place.
  private func command(_ request: TransportRequest) -> String {
    var request = request
    if request.body != .none { request.body = .data(Data(Redaction.placeholder.utf8)) }
    return request.cURLDescription(redacting: redaction)
  }

  private func name(_ request: TransportRequest) -> String {
    "\(request.method) \(redaction.redacted(request.url))"
  }

  /// What went over the wire, wherever it came from and went to.
  private func volume(_ timings: ResponseTimings) -> String {
    "\(timings.bytesReceived) bytes" + (timings.bytesSent > 0 ? " for \(timings.bytesSent) sent" : "")
  }

  /// What a failure took.
  private func effort(_ timings: ResponseTimings) -> String {
    let isIdle = timings.bytesReceived == 0 && timings.bytesSent == 0
    return isIdle ? time(timings, ", after") : ", after \(volume(timings))\(time(timings, " in"))"
  }

  private func time(_ timings: ResponseTimings, _ preposition: String) -> String {
    timings.done.map { "\(preposition) \($0.inMilliseconds)" } ?? ""
  }

  /// The reason in the error's own words.
  ///
  /// Those of a foreign error underneath may hold secrets, and are left out.
  private func reason(_ error: NetworkError) -> String {
    let redaction = hiding(in: error)
    return switch error.reason {
    case .invalidRequest(.url(let text)):
      "\(redaction.redacted(urlText: text).debugDescription) is not an absolute http or https URL"
    case .invalidRequest(.header(let name, _)):
      "the header \(name.debugDescription) holds characters that a header may not have"
    case .redirect(.location(let location)):
      "it was redirected to \(redaction.redacted(urlText: location)), which is no place to go"
    default: error.reason.words(hiding(in: error))
    }
  }

  /// What is hidden of an error.
  ///
  /// A refresh is no session's, so that the error alone may know what its session hides.
  private func hiding(in error: NetworkError) -> Redaction {
    ownRedaction ?? sessionRedaction ?? error.redaction
  }
}
