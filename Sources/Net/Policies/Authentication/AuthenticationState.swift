/// The state of an ``AuthenticationInterceptor`` as a pure value: the credential, and the requests that wait for a
/// refresh.
///
/// ```text
///              a refusal, or requiresRefresh
/// idle ───────────────────────────────────────────▶ refreshing (waiters)
///   ▲                                                    │
///   └── refreshed · failed · credential set · expired ───┘
/// ```
///
/// Credentials are numbered by generation. What a caller finds out about a credential outside the lock is ignored
/// unless the generation is still the current one.
struct AuthenticationState<Credential: Sendable, Waiter: Sendable>: Sendable {
  /// The action that the interceptor performs without the lock held.
  enum Action: Sendable {
    /// Nothing. The waiter waits.
    case nothing
    /// Refresh this credential. The number identifies the refresh.
    case refresh(Credential, number: Int)
    /// Continue these requests with the credential that there is at the turn of each.
    case proceed([Waiter])
    /// Fail these requests with the error.
    case fail([Waiter], any Error)
  }

  /// What follows from a new credential or the failure of a refresh.
  struct Ending: Sendable {
    var action: Action
    /// The credential that was replaced, which is released without the lock held.
    var former: Credential?
    /// The last refresh that no request waits for any longer.
    var lastEnded: Int
  }

  private enum Stage {
    case idle
    case refreshing(number: Int)
  }

  private let window: RefreshWindow?
  private var stage = Stage.idle
  // Not in the stage, so that a waiter is appended in place.
  private var waiters: [Waiter] = []
  private var refreshes: [Duration] = []
  private(set) var lastRefresh = 0
  /// The refreshes in progress, including those that no request waits for any longer.
  private var underWay: Set<Int> = []
  /// The number of the refresh that returned the credential.
  private var source = 0
  private(set) var credential: Credential?
  private(set) var generation = 0

  init(_ credential: Credential?, window: RefreshWindow?) {
    self.credential = credential
    self.window = window
  }

  /// Handles a request before it is sent.
  ///
  /// - `stale`: The generation that was found to need a refresh, if any.
  mutating func send(_ waiter: Waiter, stale: Int?, at now: Duration) -> Action {
    guard let credential else { return .fail([waiter], AuthenticationError.missingCredential) }
    if wait(waiter) { return .nothing }
    return stale == generation
      ? refresh(credential, for: waiter, at: now) : .proceed([waiter])
  }

  /// Handles a rejected request.
  ///
  /// `carried` is the generation of its credential, nil for an older one.
  mutating func refused(_ waiter: Waiter, carried: Int?, at now: Duration) -> Action {
    guard let credential else { return .fail([waiter], AuthenticationError.missingCredential) }
    guard carried == generation else { return .proceed([waiter]) }
    return wait(waiter) ? .nothing : refresh(credential, for: waiter, at: now)
  }

  /// Handles the result of a refresh.
  ///
  /// A credential that arrives late is used for the requests that wait now, unless another was set or returned by a
  /// later refresh. A failure that arrives late is ignored.
  mutating func refreshed(_ result: Result<Credential, any Error>, number: Int) -> Ending {
    guard underWay.remove(number) != nil else { return ending(.nothing, number) }
    switch result {
    case .success(let fresh):
      guard number > source else { return ending(.nothing, number) }
      source = number
      let former = replace(with: fresh)
      let waiters = endRefresh()
      return ending(.proceed(waiters), number, former)
    case .failure(let error):
      guard isWaiting(for: number) else { return ending(.nothing, number) }
      let waiters = endRefresh()
      return ending(.fail(waiters, error), number)
    }
  }

  private func ending(_ action: Action, _ number: Int, _ former: Credential? = nil) -> Ending {
    Ending(action: action, former: former, lastEnded: waitingFor == nil ? lastRefresh : number)
  }

  /// Returns the former credential.
  private mutating func replace(with fresh: Credential?) -> Credential? {
    defer { credential = fresh }
    generation += 1
    return credential
  }

  /// Handles the timeout of a refresh.
  ///
  /// The waiting requests fail, and the next that needs a credential starts another refresh.
  mutating func expired(number: Int) -> Action {
    guard isWaiting(for: number) else { return .nothing }
    return .fail(endRefresh(), NetworkError(.timeout(.credential)))
  }

  /// Returns whether requests wait for this refresh.
  func isWaiting(for number: Int) -> Bool { waitingFor == number }

  /// The number of the refresh that requests wait for; nil if none waits.
  private var waitingFor: Int? {
    if case .refreshing(let number) = stage { number } else { nil }
  }

  private mutating func endRefresh() -> [Waiter] {
    guard case .refreshing = stage else { return [] }
    stage = .idle
    defer { waiters = [] }
    return waiters
  }

  /// Sets the credential from outside.
  ///
  /// A refresh in progress becomes obsolete.
  mutating func set(_ fresh: Credential?) -> Ending {
    let former = replace(with: fresh)
    underWay = []
    guard case .refreshing = stage else { return ending(.nothing, lastRefresh, former) }
    let waiters = endRefresh()
    let missing = AuthenticationError.missingCredential
    return ending(fresh == nil ? .fail(waiters, missing) : .proceed(waiters), lastRefresh, former)
  }

  /// Adds the waiter to the refresh in progress.
  ///
  /// Returns false if there is none.
  private mutating func wait(_ waiter: Waiter) -> Bool {
    guard case .refreshing = stage else { return false }
    waiters.append(waiter)
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
    underWay.insert(lastRefresh)
    stage = .refreshing(number: lastRefresh)
    waiters = [waiter]
    return .refresh(credential, number: lastRefresh)
  }
}
