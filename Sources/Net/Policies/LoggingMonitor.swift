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
    /// Failures alone.
    case error
    /// Retries, redirects and misuse, too.
    case warning
    /// Sent requests and their outcome, and fresh credentials, too.
    case info
    /// Requests that wait for their turn, the headers, and a `curl` command for each sent request, too.
    case debug

    /// Orders the levels by how much is logged.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much is logged.
  public var level: Level
  /// What is hidden.
  public var redaction: Redaction

  private let sink: @Sendable (Level, String) -> Void

  /// Makes a monitor.
  public init(
    level: Level = .info, redaction: Redaction = .standard, sink: @escaping @Sendable (Level, String) -> Void
  ) {
    self.level = level
    self.redaction = redaction
    self.sink = sink
  }

  /// Writes the step to the log, if it is important enough.
  public func request(_ id: RequestID, did event: RequestEvent) {
    for (level, text) in lines(for: event) { log(level, "\(id) \(text)") }
  }

  /// Writes the step to the log, if it is important enough. Errors of a refresh are named by their type alone, unless
  /// they are this library's own.
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
    // What a peer says may hold line breaks, and could pass for lines of its own.
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
    case .started: []
    case .queued(let request): [(.debug, "waits for its turn: \(name(request))")]
    case .sent(let request, let attempt):
      [
        (.info, "→ \(name(request))" + (attempt > 1 ? ", attempt \(attempt)" : "")),
        (.debug, command(request)),
      ]
    case .receivedInterim(let head), .receivedHead(let head):
      [
        (
          .debug,
          "← \(head.status)" + redaction.redacted(head.headers).map { " [\($0.name): \($0.value)]" }.joined()
        )
      ]
    case .receivedTrailers(let trailers):
      [(.debug, "← trailers" + redaction.redacted(trailers).map { " [\($0.name): \($0.value)]" }.joined())]
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

  /// The reason in the error's own words. Those of a foreign error underneath may hold secrets, and are left
  /// out.
  private func reason(_ error: NetworkError) -> String {
    switch error.reason {
    case .invalidRequest(.url(let text)):
      "\(redaction.redacted(urlText: text).debugDescription) is not an absolute http or https URL"
    case .invalidRequest(.header(let name, _)):
      "the header \(name.debugDescription) holds characters that a header may not have"
    case .redirect(.location(let location?)):
      "it was redirected to \(redaction.redacted(urlText: location)), which is no place to go"
    default: error.reason.words
    }
  }
}
