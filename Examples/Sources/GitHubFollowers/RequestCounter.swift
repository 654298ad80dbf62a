public import Net
import Synchronization

/// Counts the requests and the retries of a session.
public final class RequestCounter: EventMonitor {
  private let counts = Mutex((requests: 0, retries: 0))

  /// Creates a counter at zero.
  public init() {}

  /// The number of requests that were sent, including retries.
  public var requests: Int { counts.withLock { $0.requests } }
  /// The number of retries.
  public var retries: Int { counts.withLock { $0.retries } }

  /// Counts the requests that are sent and the retries.
  public func request(_ id: RequestID, did event: RequestEvent) {
    switch event {
    case .sent: counts.withLock { $0.requests += 1 }
    case .willRetry: counts.withLock { $0.retries += 1 }
    default: break
    }
  }
}
