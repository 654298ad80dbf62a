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

  init(configuration: SessionConfiguration, transport: any Transport, timer: any NetworkTimer) {
    self.configuration = configuration
    self.transport = transport
    self.timer = timer
    queue = RequestQueue(
      limit: configuration.maximumConcurrentRequests,
      hostLimit: configuration.maximumConcurrentRequestsPerHost)
  }
}
