extension ObservableType {
  /// Subscribes again after each error, at once and without a limit.
  ///
  /// ```swift
  /// let stubborn = flaky.retry()
  /// ```
  ///
  /// ```text
  /// source   --1--#
  /// retry()  --1----1----1-- ...
  /// ```
  ///
  /// ![A marble diagram of retry.](retry)
  ///
  /// Errors that come at once are retried in a loop, not by recursion (law 7). Disposing stops it.
  @inlinable
  public func retry() -> Observable<Element> {
    retrying { _, _ in .now }
  }

  /// Subscribes again after an error, up to a total number of attempts.
  ///
  /// ```swift
  /// let threeTimes = flaky.retry(3)
  /// ```
  ///
  /// ```text
  /// source    --1--#
  /// retry(2)  --1----1--#
  /// ```
  ///
  /// `retry(1)` subscribes once (law 13). If the last attempt fails, the stream fails with its error. If the count is
  /// below one, the stream completes without an attempt, as in RxSwift.
  @inlinable
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    guard maxAttemptCount > 0 else { return .empty() }
    return retrying { _, attempts in attempts < maxAttemptCount ? .now : .stop }
  }

  /// Subscribes again after an error, when the delay of a backoff has passed.
  ///
  /// ```swift
  /// let patient = flaky.retry(backoff: Backoff(maximumAttempts: 4, base: .seconds(1)), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source                    #
  /// retry(backoff: 1 s, …)    -------#
  /// ```
  ///
  /// Here the delays are 1, 2 and 4 seconds. They run on the scheduler. When the backoff allows no further attempt, the
  /// stream fails with the error. Disposing during a delay cancels it. The limit counts all attempts, including the first
  /// (law 13).
  @inlinable
  public func retry(backoff: Backoff, scheduler: some Scheduler) -> Observable<Element> {
    let isImmediate = scheduler is ImmediateScheduler
    return retrying { error, attempts in
      guard let delay = backoff.delay(after: error, attempts: attempts) else { return .stop }
      // The immediate scheduler would turn this into recursion.
      if isImmediate, delay <= .zero { return .now }
      return .after(delay, scheduler)
    }
  }

  @inlinable
  func retrying(
    _ decide: @escaping @Sendable (_ error: any Error, _ attempts: Int) -> RetryDecision
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in Retrier(source, sink, decide: decide).run() })
  }
}

extension Single {
  /// Subscribes again after each failure, at once and without a limit.
  ///
  /// ```swift
  /// let stubborn = flaky.retry()
  /// ```
  ///
  /// ```text
  /// source   --#
  /// retry()  ----#--x
  /// ```
  ///
  /// Failures that come at once are retried in a loop, not by recursion (law 7). Disposing stops it.
  @inlinable
  public func retry() -> Single<Element> { lifted { $0.retry() } }

  /// Subscribes again after a failure, up to a total number of attempts.
  ///
  /// ```swift
  /// let threeTimes = flaky.retry(3)
  /// ```
  ///
  /// ```text
  /// source    --#
  /// retry(2)  ----#
  /// ```
  ///
  /// `retry(1)` subscribes once (law 13). If the last attempt fails, the single fails with its error. If the count is
  /// below one, it fails with ``StreamError/noElements`` without an attempt.
  @inlinable
  public func retry(_ maxAttemptCount: Int) -> Single<Element> {
    lifted { $0.retry(maxAttemptCount) }
  }

  /// Subscribes again after a failure, when the delay of a backoff has passed.
  ///
  /// ```swift
  /// let patient = flaky.retry(backoff: Backoff(maximumAttempts: 4, base: .seconds(1)), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source                    #
  /// retry(backoff: 1 s, …)    -------#
  /// ```
  ///
  /// Here the delays are 1, 2 and 4 seconds. They run on the scheduler. When the backoff allows no further attempt, the
  /// single fails with the error. Disposing during a delay cancels it. The limit counts all attempts, including the first
  /// (law 13).
  @inlinable
  public func retry(backoff: Backoff, scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.retry(backoff: backoff, scheduler: scheduler) }
  }
}
