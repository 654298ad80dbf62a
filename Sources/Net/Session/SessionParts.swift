/// What a session shares with its requests.
///
/// One object, so that a request retains it with one reference. Reference counting is expensive if several threads
/// share the counted objects.
final class SessionParts: Sendable {
  let configuration: SessionConfiguration
  let transport: any Transport
  let timer: any NetworkTimer
  private let isTimedBySystem: Bool
  let headers: SessionHeaders
  /// The requests that have started and not ended.
  let running = RunningRequests()
  /// The queue for slots; nil without a limit.
  let queue: RequestQueue?
  /// The redaction; nil for the standard one.
  let redaction: Redaction?

  init(configuration: SessionConfiguration, transport: any Transport, timer: any NetworkTimer) {
    let redaction = configuration.redaction
    var configuration = configuration
    configuration.monitors = configuration.monitors.map {
      ($0 as? LoggingMonitor)?.inSession(redaction) ?? $0
    }
    self.configuration = configuration
    self.redaction = redaction == .standard ? nil : redaction
    self.transport = transport
    self.timer = timer
    isTimedBySystem = timer is DispatchTimer
    headers = SessionHeaders(configuration.headers)
    configuration.cookies?.follow(timer)
    queue = RequestQueue(
      limit: configuration.maximumConcurrentRequests,
      hostLimit: configuration.maximumConcurrentRequestsPerHost)
  }

  /// The monotonic time of the timer.
  ///
  /// It is read for each event, and calling the timer would retain it, which all threads share.
  var now: Duration { isTimedBySystem ? DispatchTimer.uptime : timer.now }
}
