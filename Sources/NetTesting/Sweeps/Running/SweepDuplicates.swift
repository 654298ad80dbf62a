import Foundation
import Net

/// Finds requests that change something on the server and were sent again.
enum SweepDuplicates {
  private struct Target: Hashable {
    var method: HTTPMethod
    var url: URL
    var body: Data
  }

  static func breach(of requests: [SweepRequest], clean: [SweepRequest]) -> SweepBreach? {
    let usual = Dictionary(grouping: clean.filter(isUnsafe), by: key).mapValues(\.count)
    for (key, sent) in Dictionary(grouping: requests.filter(isUnsafe), by: key) {
      let applied = sent.filter(mayBeApplied)
      guard applied.count > max(1, usual[key] ?? 0), let last = applied.last else { continue }
      let numbers = applied.map { "\($0.number)" }.joined(separator: " and ")
      return SweepBreach(
        sign: .duplicate,
        message: """
          \(last.request) was sent \(applied.count) times without an Idempotency-Key, as the requests \(numbers), and \
          the server may have applied it each time. Do not send it again, or add a key: \
          RetryPolicy().addingIdempotencyKeys().
          """)
    }
    return nil
  }

  private static func key(_ sent: SweepRequest) -> Target {
    Target(method: sent.request.method, url: sent.request.url, body: sent.request.body)
  }

  /// Whether a repetition may do something twice: POST, PATCH and unknown methods.
  private static func isUnsafe(_ sent: SweepRequest) -> Bool {
    let idempotent: Set<HTTPMethod> = [.get, .head, .options, .trace, .put, .delete, .query]
    return !idempotent.contains(sent.request.method) && !sent.request.headers.contains("Idempotency-Key")
  }

  /// Whether the server may have applied the request.
  private static func mayBeApplied(_ sent: SweepRequest) -> Bool {
    sent.reachedServer && sent.status != 401 && sent.status != 429
  }
}
