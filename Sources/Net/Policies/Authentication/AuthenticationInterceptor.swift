public import Foundation

/// A policy that adds a credential to every request, and refreshes it once for all requests when the server rejects it.
///
/// ```swift
/// let authentication = AuthenticationInterceptor(
///   authenticator: TokenAuthenticator(network: NetworkSession()), credential: token)
/// var configuration = SessionConfiguration()
/// configuration.interceptors = [authentication, RetryPolicy()]
/// let network = NetworkSession(configuration: configuration)
/// ```
///
/// However many requests are rejected at the same time, there is one refresh. Then all are sent again with the new
/// credential. A request that was sent with an older credential is sent again without a refresh, however often it was
/// sent before. Requests that start during a refresh wait for it. If the refresh fails, all waiting requests fail once,
/// with the reason ``NetworkError/Reason/interceptor`` and its error as the `underlyingError`, even if that is the
/// `NetworkError` of another request: its status is not theirs, and neither is its cancellation. The next rejection
/// starts another refresh, as often as the ``RefreshWindow`` allows; after that, requests fail with
/// ``AuthenticationError/excessiveRefresh``. A waiting request that is cancelled ends immediately, and the refresh
/// continues, even if no other request waits for it.
///
/// The refresh after a failed one has the same credential, because the response with a new one may be lost. A service
/// that accepts each refresh token once (RFC 6819 section 5.2.2.3) then rejects it.
///
/// A refresh that exceeds its timeout fails all waiting requests with ``NetworkError/Reason/timeout(_:)`` and
/// ``TimeoutKind/credential``. The next request that needs a new credential starts another refresh. A credential that
/// arrives late is used, unless there is already a newer one.
///
/// A redirect to another origin is followed without the credential: everything that the authenticator applied is
/// removed, in any field and in the body. If that origin rejects it without one, the rejection is final. A request that
/// has lost its credential in another way is sent five times at most. A response that passes validation is not a
/// failure and does not cause a refresh. A request with ``CacheMode/onlyCached`` gets the credential as it is, because
/// a refresh would use the network. Time is measured by the clock of the session. No closure or monitor is called while
/// a lock is held.
///
/// Every request of the session gets the credential, whatever its host, except those that have their own
/// `Authorization` or are ``NetworkRequesting/unauthenticated()``. If the session also sends requests to other
/// services, pass the `origins` that the credential is for: others are sent without it, and their rejections are left
/// to the next policy.
///
/// Requests that wait for a refresh do not count as concurrent requests. A session that allows one request at a time
/// can therefore send the refresh itself, if the refresh bypasses the policies
/// (``RequestDescription/inheritsInterceptors``).
public final class AuthenticationInterceptor<Authenticator: RequestAuthenticator>: RequestInterceptor {
  /// The type of the credential.
  public typealias Credential = Authenticator.Credential

  private enum Waiter: Sendable {
    case adapt(TransportRequest, @Sendable (Result<TransportRequest, any Error>) -> Void)
    case retry(@Sendable (RetryDecision) -> Void)
  }

  private typealias State = AuthenticationState<Credential, Waiter>

  private let authenticator: Authenticator
  private let clock: FollowedClock
  private let monitors: [any EventMonitor]
  /// The origins that may receive the credential; nil means all.
  private let origins: [URL]?
  private let refreshTimeout: Duration?
  private let state: Lock<State>
  /// The deadlines of refreshes by number.
  private let deadlines = Lock<[Int: any Cancellation]>([:])

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - authenticator: Applies and refreshes the credential.
  ///   - credential: The initial credential. Without one, requests fail with ``AuthenticationError/missingCredential``.
  ///   - origins: URLs of the origins that receive the credential: of their scheme, host and port. Nil means all.
  ///   - refreshWindow: How often the credential may be refreshed. Nil means no limit.
  ///   - refreshTimeout: The maximum time that requests wait for a refresh. Nil means no limit.
  ///   - timer: Measures the window and the timeout. Nil means that of the session, or that of the first one if
  ///     several share the interceptor.
  ///   - monitors: Notified of each refresh and its outcome.
  public init(
    authenticator: Authenticator, credential: Credential? = nil, origins: [URL]? = nil,
    refreshWindow: RefreshWindow? = RefreshWindow(), refreshTimeout: Duration? = .seconds(60),
    timer: (any NetworkTimer)? = nil, monitors: [any EventMonitor] = []
  ) {
    self.refreshTimeout = refreshTimeout
    self.authenticator = authenticator
    clock = FollowedClock(timer)
    self.monitors = monitors
    self.origins = origins
    state = Lock(State(credential, window: refreshWindow))
  }

  /// The current credential of all requests.
  ///
  /// Setting it, after a login or logout, ends a refresh in progress. Requests that wait for the refresh continue with
  /// the new credential, or fail with ``AuthenticationError/missingCredential`` if it is nil.
  public var credential: Credential? {
    get { state.withLock { $0.credential } }
    set {
      resolve(state.withLock { $0.set(newValue) })
    }
  }

  /// Applies the credential, after a refresh if necessary.
  public func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    guard covers(request) else { return completion(.success(request)) }
    let (credential, generation) = current
    let stale = credential?.requiresRefresh == true ? generation : nil
    // Only a refresh needs the time.
    let now = stale == nil ? .zero : clock.timer.now
    perform(state.withLock { $0.send(.adapt(request, completion), stale: stale, at: now) })
  }

  /// Decides about a request whose credential was rejected.
  ///
  /// Other failures are left to the next policy.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    // A proxy that refuses a tunnel has not seen the credential.
    guard let request = failure.error.request, covers(request), let response = failure.error.response,
      !(failure.error.underlyingError is ProxyRefusal),
      authenticator.didRequest(request, with: response, failDueToAuthenticationError: failure.error)
    else { return completion(.pass) }
    let (credential, generation) = current
    let isCurrent = credential.map { authenticator.isRequest(request, authenticatedWith: $0) } ?? false
    guard
      isCurrent || credential == nil || isOutdated(request, generation)
        || failure.attempts < Self.attemptsWithoutCredential
    else { return completion(.pass) }
    let now = clock.timer.now
    perform(state.withLock { $0.refused(.retry(completion), carried: isCurrent ? generation : nil, at: now) })
  }

  /// The credential and its generation, as they are together.
  private var current: (credential: Credential?, generation: Int) {
    state.withLock { ($0.credential, $0.generation) }
  }

  /// Whether the origin of the request may receive the credential.
  private func covers(_ request: TransportRequest) -> Bool {
    origins.map { $0.contains { request.url.hasSameOrigin(as: $0) } } ?? true
  }

  private static var attemptsWithoutCredential: Int { 5 }

  /// Whether the request was given a credential before the one of this generation.
  private func isOutdated(_ request: TransportRequest, _ generation: Int) -> Bool {
    request.appliedCredential.map { applied in
      applied.interceptor == ObjectIdentifier(self) && applied.generation < generation
    } ?? false
  }

  /// Applies the credential as it is.
  fileprivate func applyAsItIs(
    _ request: TransportRequest,
    _ completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    guard covers(request) else { return completion(.success(request)) }
    proceed(.adapt(request, completion))
  }

  private func perform(_ action: State.Action) {
    switch action {
    case .nothing: break
    case .refresh(let credential, let number):
      report(.refreshing)
      startDeadline(of: number)
      // A monitor, or another thread, may have set a credential meanwhile. The service may accept this one only once.
      guard state.withLock({ $0.isWaiting(for: number) }) else { return }
      authenticator.refresh(credential) { result in
        self.resolve(self.state.withLock { $0.refreshed(result, number: number) })
      }
    case .proceed(let waiters):
      for waiter in waiters { inTurn { self.proceed(waiter) } }
    case .fail(let waiters, let error):
      report(.failed(error, requests: waiters.count))
      for waiter in waiters { inTurn { self.fail(waiter, with: error) } }
    }
  }

  /// Continues one of several requests.
  ///
  /// On a thread of a transport or timer each request is continued by a separate job, so that a closure that blocks
  /// does not delay the other requests.
  private func inTurn(_ proceed: @escaping @Sendable () -> Void) {
    if let thread = CrewThread.current { thread.add(proceed) } else { proceed() }
  }

  private func startDeadline(of number: Int) {
    guard let refreshTimeout else { return }
    var silence = SilenceTimer()
    silence.schedule(after: refreshTimeout, at: clock.timer.now)
    setDeadline(of: number, after: refreshTimeout, silence)
  }

  private func setDeadline(of number: Int, after delay: Duration, _ silence: SilenceTimer) {
    let deadline = clock.timer.schedule(after: delay) {
      // The response to the refresh may have arrived while the process was stopped.
      var silence = silence
      if silence.needsGrace(at: self.clock.timer.now) {
        return self.setDeadline(of: number, after: SilenceTimer.grace, silence)
      }
      let action = self.state.withLock { $0.expired(number: number) }
      self.stopDeadlines { $0 == number }
      self.perform(action)
    }
    deadlines.withLock { $0[number] = deadline }
    // Setting a credential may have ended the refresh in between.
    if !state.withLock({ $0.isWaiting(for: number) }) { stopDeadlines { $0 == number } }
  }

  private func stopDeadlines(where isStopped: (Int) -> Bool) {
    let stopped = deadlines.withLock { deadlines in
      let stopped = deadlines.filter { isStopped($0.key) }
      for number in stopped.keys { deadlines[number] = nil }
      return stopped
    }
    for deadline in stopped.values { deadline.cancel() }
  }

  /// Performs what follows from a new credential or the failure of a refresh.
  private func resolve(_ ending: State.Ending) {
    // A late credential may have ended a later refresh.
    stopDeadlines { $0 <= ending.lastEnded }
    if case .proceed(let waiters) = ending.action { report(.refreshed(requests: waiters.count)) }
    perform(ending.action)
  }

  private func report(_ event: AuthenticationEvent) {
    for monitor in monitors { monitor.authentication(did: event) }
  }

  private func proceed(_ waiter: Waiter) {
    // Whatever ran before, such as another request, may have logged out or set a credential.
    let (found, generation) = current
    guard let credential = found else {
      return fail(waiter, with: AuthenticationError.missingCredential)
    }
    switch waiter {
    case .retry(let completion): completion(.retry(after: .zero))
    case .adapt(var request, let completion):
      authenticator.apply(credential, to: &request)
      request.appliedCredential = AppliedCredential(
        interceptor: ObjectIdentifier(self), generation: generation)
      completion(.success(request))
    }
  }

  private func fail(_ waiter: Waiter, with error: any Error) {
    switch waiter {
    case .retry(let completion): completion(.fail(error))
    case .adapt(_, let completion): completion(.failure(error))
    }
  }
}

extension AuthenticationInterceptor: CredentialInterceptor {
  var withoutRefresh: any RequestInterceptor { Unrefreshed(interceptor: self) }

  func follow(_ clock: any NetworkTimer) { self.clock.follow(clock) }

  private struct Unrefreshed: RequestInterceptor {
    let interceptor: AuthenticationInterceptor

    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      interceptor.applyAsItIs(request, completion)
    }
  }
}
