/// Gives every request a credential, and refreshes it, once for all, when the service refuses it.
///
/// ```swift
/// let authentication = AuthenticationInterceptor(
///   authenticator: TokenAuthenticator(network: NetworkSession()), credential: token)
/// var configuration = SessionConfiguration()
/// configuration.interceptors = [authentication, RetryPolicy()]
/// let network = NetworkSession(configuration: configuration)
/// ```
///
/// However many requests are refused at once, there is one refresh; then all are sent again with the fresh
/// credential. A request that carried an older credential is sent again without a refresh. Requests that start
/// during a refresh wait for it. A refresh that fails fails all that wait, once each, with its error as the
/// `underlyingError`; the next refusal tries anew, as often as the ``RefreshWindow`` allows, past which requests
/// fail with ``AuthenticationError/excessiveRefresh``. A request that is cancelled while it waits ends at once,
/// and the refresh goes on for the others.
///
/// A request whose credential is lost on the way, as on a redirect to another origin, is refused without having
/// carried it: it is sent five times at most, and then the refusal stands. A response that validation lets pass is
/// no failure, so nothing is refreshed for it. Time is the timer's. Nothing is called while a lock is held.
///
/// Requests that wait for a refresh have no place among those under way, so a session that allows one at a time can
/// send the refresh itself, if that goes past the policies (``RequestDescription/inheritsInterceptors``).
public final class AuthenticationInterceptor<Authenticator: RequestAuthenticator>: RequestInterceptor {
  /// What proves who is asking.
  public typealias Credential = Authenticator.Credential

  private enum Waiter: Sendable {
    case adapt(TransportRequest, @Sendable (Result<TransportRequest, any Error>) -> Void)
    case retry(@Sendable (RetryDecision) -> Void)
  }

  private typealias State = AuthenticationState<Credential, Waiter>

  private let authenticator: Authenticator
  private let timer: any NetworkTimer
  private let monitors: [any EventMonitor]
  private let state: Lock<State>

  /// Makes an interceptor.
  ///
  /// - Parameters:
  ///   - authenticator: What knows the credential.
  ///   - credential: The first one; without it requests fail with ``AuthenticationError/missingCredential``.
  ///   - refreshWindow: How often the credential may be refreshed; nil for any number of times.
  ///   - timer: The time of the window.
  ///   - monitors: Told of each refresh and its outcome.
  public init(
    authenticator: Authenticator, credential: Credential? = nil,
    refreshWindow: RefreshWindow? = RefreshWindow(), timer: any NetworkTimer = DispatchTimer(),
    monitors: [any EventMonitor] = []
  ) {
    self.authenticator = authenticator
    self.timer = timer
    self.monitors = monitors
    state = Lock(State(credential, window: refreshWindow))
  }

  /// What requests carry from now on.
  ///
  /// Setting it, after a login or a logout, ends a refresh that is under way: what waits for it goes on with the
  /// new one, or with nil fails with ``AuthenticationError/missingCredential``.
  public var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { resolve(state.withLock { $0.set(newValue) }) }
  }

  /// Applies the credential, once there is one that is fit for it.
  public func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    let (credential, generation) = state.withLock { ($0.credential, $0.generation) }
    let stale = credential?.requiresRefresh == true ? generation : nil
    let now = timer.now
    perform(state.withLock { $0.send(.adapt(request, completion), stale: stale, at: now) })
  }

  /// Decides about a request whose credential was refused; others are left to the next policy.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    guard let request = failure.error.request, let response = failure.error.response,
      authenticator.didRequest(request, with: response, failDueToAuthenticationError: failure.error)
    else { return completion(.pass) }
    let (credential, generation) = state.withLock { ($0.credential, $0.generation) }
    let isCurrent = credential.map { authenticator.isRequest(request, authenticatedWith: $0) } ?? false
    guard isCurrent || credential == nil || failure.attempts < Self.attemptsWithoutCredential else {
      return completion(.pass)
    }
    let now = timer.now
    perform(state.withLock { $0.refused(.retry(completion), carried: isCurrent ? generation : nil, at: now) })
  }

  private static var attemptsWithoutCredential: Int { 5 }

  private func perform(_ action: State.Action) {
    switch action {
    case .nothing: break
    case .refresh(let credential, let number):
      report(.refreshing)
      authenticator.refresh(credential) { result in
        self.resolve(self.state.withLock { $0.refreshed(result, number: number) })
      }
    case .proceed(let waiters, let credential):
      for waiter in waiters { proceed(waiter, with: credential) }
    case .fail(let waiters, let error):
      report(.failed(error, requests: waiters.count))
      for waiter in waiters { fail(waiter, with: error) }
    }
  }

  /// Performs what ends a refresh.
  private func resolve(_ action: State.Action) {
    if case .proceed(let waiters, _) = action { report(.refreshed(requests: waiters.count)) }
    perform(action)
  }

  private func report(_ event: AuthenticationEvent) {
    for monitor in monitors { monitor.authentication(did: event) }
  }

  private func proceed(_ waiter: Waiter, with credential: Credential) {
    switch waiter {
    case .retry(let completion): completion(.retry(after: .zero))
    case .adapt(var request, let completion):
      authenticator.apply(credential, to: &request)
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
