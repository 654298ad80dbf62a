import Foundation
import Synchronization

/// Everything that a session shares with its requests.
///
/// It is one object, so that a request retains it with one reference, because reference counting is expensive if
/// several threads share the counted objects.
final class SessionParts: Sendable {
  let configuration: SessionConfiguration
  let transport: any Transport
  let timer: any NetworkTimer
  let clock: TimerClock
  let baseURL: BaseURL?
  let headers: SessionHeaders
  /// The requests that have started and not ended, and what waits to start another one.
  let running = RunningRequests()
  /// The cache, and the exchanges that requests share.
  let cache: SessionCache
  private let lastNumber = Atomic(0)
  /// The WebSockets that are open.
  let sockets = OpenWebSockets()
  /// The queue for slots; nil without a limit.
  let queue: RequestQueue?
  /// The redaction; nil for the standard one.
  let redaction: Redaction?
  /// Whether a monitor may block.
  ///
  /// A recorder of traces does not.
  private let monitorsMayBlock: Bool

  init(configuration: SessionConfiguration, transport: any Transport, timer: any NetworkTimer) {
    let redaction = configuration.redaction
    var configuration = configuration
    let monitored = MonitoredSession(
      redaction: redaction, timer: timer, hasInterceptors: !configuration.interceptors.isEmpty)
    configuration.monitors = configuration.monitors.map {
      ($0 as? any SessionMonitor)?.monitor(in: monitored) ?? $0
    }
    monitorsMayBlock = !configuration.monitors.allSatisfy { $0 is SessionTrace }
    self.configuration = configuration
    self.redaction = redaction == .standard ? nil : redaction
    self.transport = transport
    self.timer = timer
    clock = TimerClock(timer)
    baseURL = configuration.baseURL.map(BaseURL.init)
    headers = SessionHeaders(configuration.headers)
    configuration.cookies?.follow(timer)
    configuration.interceptors.follow(timer)
    let local = transport.local
    local?.follow(timer)
    cache = SessionCache(
      configuration, transport, isInline: local?.respondsInline == true || timer is any VirtualTimer)
    queue = RequestQueue(
      limit: configuration.maximumConcurrentRequests,
      hostLimit: configuration.maximumConcurrentRequestsPerHost,
      timer: timer is any VirtualTimer ? nil : timer)
  }

  /// Returns the identifier of the next request.
  func nextID() -> RequestID {
    RequestID(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Returns whether the action runs a closure, or accesses a file, while the transport may have a task.
  func mayBlock(_ action: ExchangeState.Action) -> Bool {
    if case .report = action { return monitorsMayBlock }
    return action.mayBlock
  }

  /// Cancels every request that has started and not ended, every open WebSocket, and what waits to start another
  /// request.
  func cancelAll() {
    // In two steps, because the end of a request passes its slot in the queue on to the next request.
    let (requests, waits) = running.cancelAll()
    let halted = requests.map { (exchange: $0, rest: $0.halt()) }
    sockets.cancelAll()
    let ended = waits.map { $0(.cancelled) }
    for (exchange, rest) in halted { exchange.settle(rest) }
    for rest in ended { rest() }
  }
}
