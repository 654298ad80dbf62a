import Net

/// Finds requests that change something on the server and were sent again.
///
/// Requests with the same `Idempotency-Key` are one for the server; with another key a repetition is a new request.
enum SweepDuplicates {
  static func breach(of requests: [SweepRequest], clean: [SweepRequest]) -> SweepBreach? {
    let usual = applied(of: clean).mapValues(\.count)
    // In the order of the requests, so that each report names the same one.
    for (key, applied) in applied(of: requests).sorted(by: { $0.value[0].number < $1.value[0].number }) {
      guard applied.count > max(1, usual[key] ?? 0), let last = applied.last else { continue }
      let numbers = applied.map { "\($0.number)" }.joined(separator: " and ")
      let keys = applied.compactMap(idempotencyKey)
      let (how, advice) =
        keys.isEmpty
        ? ("without an Idempotency-Key", "Do not send it again, or add a key")
        : ("without the same Idempotency-Key", "Do not send it again, or keep the key when you do")
      return SweepBreach(
        sign: .duplicate,
        message: """
          \(last.request) was sent \(applied.count) times \(how), as the requests \(numbers), and \
          the server may have applied it each time. \(advice): \
          RetryPolicy().addingIdempotencyKeys().
          """)
    }
    return nil
  }

  /// The requests that are not a repetition with the key of an earlier one.
  private static func distinct(_ requests: [SweepRequest]) -> [SweepRequest] {
    var keys = Set<ExactText>()
    return requests.filter { idempotencyKey($0).map { keys.insert(ExactText($0)).inserted } ?? true }
  }

  private static func idempotencyKey(_ sent: SweepRequest) -> String? {
    sent.request.headers["Idempotency-Key"]
  }

  /// The unsafe requests that the server may have applied, without repetitions with the same key; those that are the
  /// same to a server together.
  private static func applied(of requests: [SweepRequest]) -> [CassetteKey: [SweepRequest]] {
    Dictionary(grouping: requests.filter { isUnsafe($0) && mayBeApplied($0) }) { CassetteKey($0.request) }
      .mapValues(distinct)
  }

  /// Whether a repetition may do something twice: POST, PATCH, LOCK, CONNECT and methods that are not registered.
  private static func isUnsafe(_ sent: SweepRequest) -> Bool { !sent.request.method.isIdempotent }

  /// Whether the server may have applied the request.
  private static func mayBeApplied(_ sent: SweepRequest) -> Bool {
    guard sent.reachedServer else { return false }
    return switch sent.status {
    case 401, 429: false
    // The redirect requests the same elsewhere, so nothing was applied. After 301 and 302 that holds for all
    // methods but `POST`, which becomes a `GET` (RFC 9110 section 15.4).
    case 307, 308: false
    case 301, 302: sent.request.method == .post
    default: true
    }
  }
}
