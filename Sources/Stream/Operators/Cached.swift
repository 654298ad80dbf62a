extension Single {
  /// Runs the work once for all subscribers that join while it runs.
  ///
  /// Use it for a result that several callers need at the same time, such as a token that three requests wait for.
  ///
  /// ```swift
  /// let token = login.cached()
  /// ```
  ///
  /// ```text
  /// work      ----x
  /// a         ^---x
  /// b           ^-x
  /// ```
  ///
  /// ![A marble diagram of cached.](cached)
  ///
  /// All of them receive the result, which is then dropped: the next subscriber starts the work again. If all
  /// subscribers leave before the result, the work is disposed of. Subscribers that race start the work once (law 14).
  ///
  /// It knows no HTTP. To store responses, give a session a cache; `cache(_:)` then sets the mode of one request.
  public func cached() -> Single<Element> {
    // Replayed, because the result may arrive between the moment a subscriber joins and the moment it can receive.
    Single(firstOf: Sharer(asObservable(), replay: 1, hasOneElement: true).shared)
  }

  /// Runs the work once for all subscribers that join while it runs, and keeps a success for a given time.
  ///
  /// ```swift
  /// let settings = loading.cached(for: .seconds(60), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// work            --x           --y
  /// a               ^-x
  /// b                   ^x
  /// c (after 60 s)                ^-y
  /// ```
  ///
  /// A success is kept for `lifetime` from its arrival, by the scheduler's clock and without a timer: the next
  /// subscriber after that time releases it. A failure is not kept. If all subscribers leave before the result, the
  /// work is disposed of. Subscribers that race start the work once (law 14).
  public func cached(for lifetime: Duration, scheduler: some Scheduler) -> Single<Element> {
    let memory = Memory<Element>()
    let work = self.do(onSuccess: { memory.keep($0, until: scheduler.now.addingClamped(lifetime)) })
    // Looked up again by the subscriber that starts the work: the previous work may have succeeded since the first
    // time.
    let shared = Single.deferred { memory.element(at: scheduler.now).map { .just($0) } ?? work }.cached()
    return .deferred { memory.element(at: scheduler.now).map { .just($0) } ?? shared }
  }
}

private final class Memory<Element: Sendable>: Sendable {
  private struct Kept: Sendable {
    let element: Element
    let end: Duration
  }

  private let kept = Lock<Kept?>(nil)

  func keep(_ element: Element, until end: Duration) {
    let old = kept.withLock { kept -> Kept? in
      defer { kept = Kept(element: element, end: end) }
      return kept
    }
    _ = old  // Released here, outside the lock.
  }

  func element(at now: Duration) -> Element? {
    let kept = kept.withLock { kept in
      // Released by the caller, outside the lock.
      defer { if let end = kept?.end, now >= end { kept = nil } }
      return kept
    }
    guard let kept, now < kept.end else { return nil }
    return kept.element
  }
}
