/// What a session and all its requests have in common.
///
/// One object, so that a request holds on to it by one reference. Counting references costs most where threads share
/// what is counted.
final class SessionParts: Sendable {
  let configuration: SessionConfiguration
  let transport: any Transport
  let timer: any NetworkTimer
  /// The places there are; nil without a limit.
  let queue: RequestQueue?
  /// What is left out of what is printed; nil for the standard.
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
    configuration.cookies?.follow(timer)
    queue = RequestQueue(
      limit: configuration.maximumConcurrentRequests,
      hostLimit: configuration.maximumConcurrentRequestsPerHost)
  }
}
