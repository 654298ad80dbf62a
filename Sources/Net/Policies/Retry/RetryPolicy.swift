import Foundation

/// Retries failed requests if that is safe, with growing, random delays.
///
/// Add it to a session or a request whose service may fail temporarily.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.interceptors = [RetryPolicy(maximumRetries: 4)]
/// let network = NetworkSession(configuration: configuration)
/// ```
///
/// It retries connection failures, idle and connect timeouts, and responses with one of the ``statusCodes``, including
/// those of a proxy that refuses a tunnel (``ProxyRefusal``). A connection that is lost while TLS is negotiated is
/// retried, but not a server that is not trusted, or that refuses the client's certificate or its parameters of TLS. It
/// never retries a cancelled request, even one that its transport cancelled, nor a request whose body can be sent only
/// once or could not be read (``RequestBodyError``). Only requests with one of the ``methods`` are retried, and those
/// with an `Idempotency-Key` header, which ``addingIdempotencyKeys(_:)`` adds to requests without one.
///
/// The delay before retry *n*, counted from 0, is random between zero and ``base`` × 2ⁿ, and at most ``maximumDelay``.
/// A `Retry-After` of the response overrides it. It contains seconds, or a date in any HTTP format, which is compared
/// with the `Date` of the response, or otherwise with ``RetryContext/date`` (RFC 9110 sections 10.2.3 and 5.6.7). The
/// policy never retries earlier than the server asks for: if that is later than ``maximumRetryAfter``, or a delay would
/// end after the ``deadline``, it does not retry, and the request fails with the response.
public struct RetryPolicy: RequestInterceptor {
  /// The maximum number of retries: 2 means three attempts.
  ///
  /// The default is 2.
  public var maximumRetries: Int
  /// The maximum delay before the first retry.
  ///
  /// It doubles with each retry.
  public var base: Duration
  /// The maximum delay before any retry.
  public var maximumDelay: Duration
  /// The maximum delay that a `Retry-After` can request, 60 s by default.
  ///
  /// After a longer one the policy does not retry.
  public var maximumRetryAfter: Duration
  /// The methods to retry.
  ///
  /// The default is the idempotent ones (RFC 9110 section 9.2.2).
  public var methods: Set<HTTPMethod>
  /// The status codes to retry, if validation rejects them.
  public var statusCodes: Set<Int>
  /// Makes the delays repeatable; nil for random delays.
  public var seed: UInt64?
  /// The time since the start of the request after which no attempt begins; nil for no limit.
  ///
  /// It does not end an attempt in progress; ``RequestTimeouts/total`` does. The time that a retry waits for a slot of
  /// the session is not included.
  public var deadline: Duration?
  /// Creates the `Idempotency-Key` of a request that needs one to be retried; nil adds none.
  public var makeIdempotencyKey: (@Sendable () -> String)?

  /// Creates a policy.
  public init(
    maximumRetries: Int = 2, base: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30),
    maximumRetryAfter: Duration = .seconds(60),
    methods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .query, .trace],
    statusCodes: Set<Int> = [408, 429, 500, 502, 503, 504], seed: UInt64? = nil,
    deadline: Duration? = nil
  ) {
    self.maximumRetries = maximumRetries
    self.base = base
    self.maximumDelay = maximumDelay
    self.maximumRetryAfter = maximumRetryAfter
    self.methods = methods
    self.statusCodes = statusCodes
    self.seed = seed
    self.deadline = deadline
    makeIdempotencyKey = nil
  }

  /// Creates a policy with a maximum number of retries.
  @available(*, deprecated, renamed: "init(maximumRetries:base:maximumDelay:)")
  public init(
    limit: Int, base: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30)
  ) {
    self.init(maximumRetries: limit, base: base, maximumDelay: maximumDelay)
  }

  /// Returns the same policy, but with an `Idempotency-Key` for each request that it could not retry otherwise, such as
  /// a `POST` or `PATCH`.
  ///
  /// ```swift
  /// configuration.interceptors = [RetryPolicy().addingIdempotencyKeys()]
  /// ```
  ///
  /// The key is created once for each request, and is the same in all its attempts and redirects. A service that
  /// supports the header performs the operation only once. Use it only with such a service, because others perform the
  /// operation again. An existing key is kept.
  ///
  /// - Parameter makeKey: Creates a key; by default a random UUID.
  /// - Returns: A policy that adds keys.
  public func addingIdempotencyKeys(
    _ makeKey: @escaping @Sendable () -> String = { RetryPolicy.randomKey() }
  ) -> RetryPolicy {
    var policy = self
    policy.makeIdempotencyKey = makeKey
    return policy
  }

  /// Adds an `Idempotency-Key`, if the policy adds keys and the request needs one.
  public func prepare(_ request: inout TransportRequest) {
    guard let makeIdempotencyKey, !methods.contains(request.method) else { return }
    guard !request.headers.contains(Self.idempotencyKey) else { return }
    request.headers.add(name: Self.idempotencyKey, value: makeIdempotencyKey())
  }

  @usableFromInline static func randomKey() -> String { UUID.random().uuidString }

  private static let idempotencyKey = "Idempotency-Key"

  /// Calls the completion handler with the decision, immediately.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    completion(decision(about: failure))
  }

  /// Returns the decision about a failed attempt: a retry after a delay, or to ask the next policy.
  public func decision(about failure: RetryContext) -> RetryDecision {
    guard failure.attempts <= maximumRetries, mayRepeat(failure.error.request),
      isPassing(failure.error.origin)
    else {
      return .pass
    }
    let asked = failure.error.requestedDelay(at: failure.date)
    // An earlier retry than the server asks for is not an option (RFC 9110 section 10.2.3).
    if let asked, asked > maximumRetryAfter { return .pass }
    let delay = asked ?? delay(forRetry: max(0, failure.attempts - 1))
    if let deadline, failure.elapsed.addingSaturated(delay) > deadline { return .pass }
    return .retry(after: delay)
  }

  /// Returns the delay before a retry, counted from 0, without a `Retry-After`.
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

  /// Returns the maximum delay before a retry.
  func longestDelay(forRetry number: Int) -> Duration {
    base.doubled(number, upTo: maximumDelay)
  }

  private func mayRepeat(_ request: TransportRequest?) -> Bool {
    guard let request, request.body.isRepeatable else { return false }
    return methods.contains(request.method) || request.headers.contains(Self.idempotencyKey)
  }

  /// Returns whether the failure may be temporary.
  private func isPassing(_ error: NetworkError) -> Bool {
    switch error.reason {
    case .transport:
      switch error.underlyingError {
      case let refusal as ProxyRefusal: statusCodes.contains(refusal.response.status)
      // The connection did not fail, but the body, such as a file that has changed.
      case is RequestBodyError: false
      // An invalid certificate stays invalid.
      default: !error.isSecurityRefusal && !error.isCancellation
      }
    case .timeout(let kind): kind == .idle || kind == .connect
    default: error.failedStatus.map(statusCodes.contains) ?? false
    }
  }
}

/// A small random number generator that depends only on its seed.
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
