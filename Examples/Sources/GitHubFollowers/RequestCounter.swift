public import Net
import Synchronization

/// Counts the requests and the retries of a session.
public final class RequestCounter: EventMonitor {
  private let counts = Mutex((requests: 0, retries: 0))

  public init() {}

  /// How many requests were sent, retries included.
  public var requests: Int { counts.withLock { $0.requests } }
  /// How many of them were retries.
  public var retries: Int { counts.withLock { $0.retries } }

  public func request(_ id: RequestID, did event: RequestEvent) {
    switch event {
    case .sent: counts.withLock { $0.requests += 1 }
    case .willRetry: counts.withLock { $0.retries += 1 }
    default: break
    }
  }
}
