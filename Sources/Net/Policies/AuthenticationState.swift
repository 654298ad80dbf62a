/// What an ``AuthenticationInterceptor`` remembers, as a pure value: the credential, and who waits for a fresh one.
///
/// ```text
///        a refusal, or requiresRefresh
/// idle ─────────────────────────────────▶ refreshing (waiters)
///   ▲                                          │
///   └── refreshed · failed · credential set ───┘
/// ```
///
/// A generation numbers the credentials. What a caller found out about one outside the lock counts only while
/// that one is still the credential.
struct AuthenticationState<Credential: Sendable, Waiter: Sendable>: Sendable {
  /// What the shell does, after unlocking.
  enum Action: Sendable {
    /// Nothing: the waiter waits.
    case nothing
    /// Get a fresh credential in the place of this one, as refresh number so-and-so.
    case refresh(Credential, number: Int)
    /// Let these go on, with this credential.
    case proceed([Waiter], with: Credential)
    /// Fail these.
    case fail([Waiter], any Error)
  }

  private enum Phase {
    case idle
    case refreshing(number: Int, waiters: [Waiter])
  }

  private let window: RefreshWindow?
  private var phase = Phase.idle
  private var refreshes: [Duration] = []
  private var lastRefresh = 0
  private(set) var credential: Credential?
  private(set) var generation = 0

  init(_ credential: Credential?, window: RefreshWindow?) {
    self.credential = credential
    self.window = window
  }

  /// A request is to be sent.
  ///
  /// - Parameter stale: The generation that was found to need a refresh, if it was.
  mutating func send(_ waiter: Waiter, stale: Int?, at now: Duration) -> Action {
    guard let credential else { return .fail([waiter], AuthenticationError.missingCredential) }
    if wait(waiter) { return .nothing }
    return stale == generation
      ? refresh(credential, for: waiter, at: now) : .proceed([waiter], with: credential)
  }

  /// A request was refused that carried the credential of this generation; nil when it carried an older one.
  mutating func refused(_ waiter: Waiter, carried: Int?, at now: Duration) -> Action {
    guard let credential else { return .fail([waiter], AuthenticationError.missingCredential) }
    guard carried == generation else { return .proceed([waiter], with: credential) }
    return wait(waiter) ? .nothing : refresh(credential, for: waiter, at: now)
  }

  /// The refresh of this number has ended. Of another than the present one nothing comes.
  mutating func refreshed(_ result: Result<Credential, any Error>, number: Int) -> Action {
    guard case .refreshing(number, let waiters) = phase else { return .nothing }
    phase = .idle
    switch result {
    case .success(let fresh):
      credential = fresh
      generation += 1
      return .proceed(waiters, with: fresh)
    case .failure(let error): return .fail(waiters, error)
    }
  }

  /// The credential is set from outside: a refresh under way is of no use any more.
  mutating func set(_ credential: Credential?) -> Action {
    self.credential = credential
    generation += 1
    guard case .refreshing(_, let waiters) = phase else { return .nothing }
    phase = .idle
    guard let credential else { return .fail(waiters, AuthenticationError.missingCredential) }
    return .proceed(waiters, with: credential)
  }

  /// True when there is something to wait for.
  private mutating func wait(_ waiter: Waiter) -> Bool {
    guard case .refreshing(let number, let waiters) = phase else { return false }
    phase = .refreshing(number: number, waiters: waiters + [waiter])
    return true
  }

  private mutating func refresh(_ credential: Credential, for waiter: Waiter, at now: Duration) -> Action {
    if let window {
      refreshes.removeAll { now - $0 >= window.interval }
      guard refreshes.count < window.maximumAttempts else {
        return .fail([waiter], AuthenticationError.excessiveRefresh)
      }
      refreshes.append(now)
    }
    lastRefresh += 1
    phase = .refreshing(number: lastRefresh, waiters: [waiter])
    return .refresh(credential, number: lastRefresh)
  }
}
