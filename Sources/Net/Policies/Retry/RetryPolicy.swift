public import Foundation

/// Sends failed requests again that it is safe to send again, with growing, random pauses between.
///
/// Give it to a session, or to one request, whose service may fail for a moment.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.interceptors = [RetryPolicy(limit: 4)]
/// let network = NetworkSession(configuration: configuration)
/// ```
///
/// It retries failures of the connection, idle and connect timeouts and the status codes of ``statusCodes``; never
/// a cancellation, and never a body that can be sent only once. Only the methods of ``methods`` are retried, and any
/// request with an `Idempotency-Key` header, which ``addingIdempotencyKeys(_:)`` gives to those that lack it.
///
/// The pause before retry *n*, from 0, is random between zero and ``base`` × 2ⁿ, and at most ``maximumDelay``. A
/// `Retry-After` of the response wins over it: seconds, or a date in any form of HTTP, which counts from the `Date`
/// of the response, or else from ``RetryContext/date`` (RFC 9110 sections 10.2.3 and 5.6.7); at most ``maximumRetryAfter``. A pause that would end after
/// the ``deadline`` is not begun, and the failure stands.
public struct RetryPolicy: RequestInterceptor {
  /// How many times a request is sent again.
  public var limit: Int
  /// The longest pause before the first retry; it doubles with each.
  public var base: Duration
  /// The longest pause of all.
  public var maximumDelay: Duration
  /// The longest pause that a `Retry-After` can ask for.
  public var maximumRetryAfter: Duration
  /// The methods that are retried: those that are idempotent (RFC 9110 section 9.2.2).
  public var methods: Set<HTTPMethod>
  /// The status codes that are retried, when validation refuses them.
  public var statusCodes: Set<Int>
  /// Makes the pauses repeatable; nil draws them at random.
  public var seed: UInt64?
  /// The time since the start of the request after which no attempt begins; nil for no end.
  ///
  /// It says when to stop trying, not when to give up what is under way: that is
  /// ``RequestTimeouts/total``. Waiting for a place in the queue of the session comes on top.
  public var deadline: Duration?
  /// Makes the `Idempotency-Key` of a request that needs one to be retried; nil adds none.
  public var makeIdempotencyKey: (@Sendable () -> String)?

  /// Makes a policy.
  public init(
    limit: Int = 2, base: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30),
    maximumRetryAfter: Duration = .seconds(60),
    methods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace],
    statusCodes: Set<Int> = [408, 429, 500, 502, 503, 504], seed: UInt64? = nil,
    deadline: Duration? = nil
  ) {
    self.limit = limit
    self.base = base
    self.maximumDelay = maximumDelay
    self.maximumRetryAfter = maximumRetryAfter
    self.methods = methods
    self.statusCodes = statusCodes
    self.seed = seed
    self.deadline = deadline
    makeIdempotencyKey = nil
  }

  /// The same policy, which gives an `Idempotency-Key` to each request that it could not retry otherwise: a `POST`,
  /// a `PATCH`.
  ///
  /// ```swift
  /// configuration.interceptors = [RetryPolicy().addingIdempotencyKeys()]
  /// ```
  ///
  /// The key is made once for a request and is the same in all its attempts and on all its redirects, so that a
  /// service that knows the header does the work once. Use it only with such a service: another one does it twice.
  /// A key of the caller's own is kept.
  ///
  /// - Parameter makeKey: Makes a key; by default a random UUID.
  /// - Returns: A policy that adds keys.
  public func addingIdempotencyKeys(
    _ makeKey: @escaping @Sendable () -> String = { UUID().uuidString }
  ) -> RetryPolicy {
    var policy = self
    policy.makeIdempotencyKey = makeKey
    return policy
  }

  /// Adds an `Idempotency-Key`, if the policy adds any and the request needs one.
  public func prepare(_ request: inout TransportRequest) {
    guard let makeIdempotencyKey, !methods.contains(request.method) else { return }
    guard !request.headers.contains(Self.idempotencyKey) else { return }
    request.headers.add(name: Self.idempotencyKey, value: makeIdempotencyKey())
  }

  private static let idempotencyKey = "Idempotency-Key"

  /// Hands the decision to the completion, inside the call.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    completion(decision(about: failure))
  }

  /// What becomes of a failed attempt: a retry after a delay, or the decision of the next policy.
  public func decision(about failure: RetryContext) -> RetryDecision {
    guard failure.attempts <= limit, mayRepeat(failure.error.request), isPassing(failure.error) else {
      return .pass
    }
    let delay = retryAfter(failure) ?? delay(forRetry: max(0, failure.attempts - 1))
    if let deadline, failure.elapsed + delay > deadline { return .pass }
    return .retry(after: delay)
  }

  /// The pause before a retry, counted from 0, without a `Retry-After`.
  public func delay(forRetry number: Int) -> Duration {
    let fraction: Double
    if let seed {
      var generator = SplitMix(state: seed &+ UInt64(truncatingIfNeeded: number))
      fraction = Double.random(in: 0...1, using: &generator)
    } else {
      fraction = Double.random(in: 0...1)
    }
    return longestDelay(forRetry: number) * fraction
  }

  /// The pause before a retry at its longest.
  func longestDelay(forRetry number: Int) -> Duration {
    var delay = min(base, maximumDelay)
    // After 64 doublings nothing is left to double.
    for _ in 0..<min(max(0, number), 64) { delay = min(delay * 2, maximumDelay) }
    return max(.zero, delay)
  }

  private func mayRepeat(_ request: TransportRequest?) -> Bool {
    guard let request, request.body.isRepeatable else { return false }
    return methods.contains(request.method) || request.headers.contains(Self.idempotencyKey)
  }

  /// Whether the failure is one that may have passed when the request is sent again.
  private func isPassing(_ error: NetworkError) -> Bool {
    switch error.reason {
    // What is wrong with a certificate stays wrong.
    case .transport(let phase): phase != .secureConnection
    case .timeout(let kind): kind == .idle || kind == .connect
    case .validation(.statusCode(let code)): statusCodes.contains(code)
    default: false
    }
  }

  private func retryAfter(_ failure: RetryContext) -> Duration? {
    guard let head = failure.error.response, let delay = RetryAfter.delay(in: head, at: failure.date) else {
      return nil
    }
    return min(delay, maximumRetryAfter)
  }
}

/// A small generator whose numbers depend on its seed alone.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
