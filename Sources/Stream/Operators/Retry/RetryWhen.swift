import Synchronization

extension ObservableType {
  /// Subscribes again after an error when a notifier sends an element.
  ///
  /// ```swift
  /// let onDemand = flaky.retry(when: { errors in errors.flatMap { _ in button.taps } })
  /// ```
  ///
  /// ```text
  /// source    --1--#
  /// notifier       ---x
  /// retry     --1--------1--#
  /// ```
  ///
  /// ![A marble diagram of retryWhen.](retryWhen)
  ///
  /// The closure receives the errors and is called once per subscription. The first element that its stream sends
  /// after an error starts the next attempt. Elements sent during an attempt are ignored.
  ///
  /// If the notifier completes or fails while its next element is awaited, the stream ends likewise at once. If it
  /// ended earlier, an attempt that is running or requested still runs, its elements are delivered, and its error
  /// ends the stream as the notifier ended. A notifier that ends at once therefore allows one attempt (law 13).
  public func retry<Notifier: ObservableConvertible>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Notifier
  ) -> Observable<Element> {
    retry(if: { _ in true }, when: notificationHandler)
  }

  /// Subscribes again after errors of one type when a notifier sends an element.
  ///
  /// ```swift
  /// // Four attempts at most. If the fourth fails, the stream completes without an error.
  /// let limited = flaky.retry(when: { (errors: Observable<URLError>) in errors.take(3) })
  /// ```
  ///
  /// ```text
  /// source    --1--#
  /// notifier       ---x
  /// retry     --1--------1--#
  /// ```
  ///
  /// An error of another type ends the stream at once, even if the notifier has ended. Otherwise this behaves like
  /// `retry(when:)` for errors of any type (law 13).
  @_disfavoredOverload
  public func retry<Failure: Error, Notifier: ObservableConvertible>(
    when notificationHandler: @escaping @Sendable (Observable<Failure>) -> Notifier
  ) -> Observable<Element> {
    retry(
      if: { $0 is Failure },
      when: { errors in notificationHandler(errors.compactMap { $0 as? Failure }) })
  }

  private func retry<Notifier: ObservableConvertible>(
    if isAccepted: @escaping @Sendable (any Error) -> Bool,
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Notifier
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let emitter = Emitter(sink)
      sink.slot.hold(emitter)
      let retrier = NotifiedRetrier(source, emitter, isAccepted)
      emitter.hold(retrier)
      retrier.run(notificationHandler(retrier.errors.asObservable()).asObservable())
    })
  }
}

extension Single {
  /// Subscribes again after a failure when a notifier sends an element.
  ///
  /// ```swift
  /// let onDemand = flaky.retry(when: { errors in errors.flatMap { _ in button.taps } })
  /// ```
  ///
  /// ```text
  /// source    --#
  /// notifier    ---x
  /// retry     -------#
  /// ```
  ///
  /// Behaves like `retry(when:)` of an observable: the notifier's end takes effect at a failure of the source. If the
  /// notifier has completed, that failure becomes ``StreamError/noElements``. If the notifier has failed, its error is
  /// the failure (law 13).
  public func retry<Notifier: ObservableConvertible>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Notifier
  ) -> Single<Element> {
    lifted { $0.retry(when: notificationHandler) }
  }
}

private final class NotifiedRetrier<Element: Sendable>: Handle, @unchecked Sendable {
  // Constants, each of which is thread-safe. The emitter serializes the source's events and the notifier's
  // end.
  let errors = PublishSubject<any Error>()
  private let source: Observable<Element>
  private let emitter: Emitter<Element>
  private let isAccepted: @Sendable (any Error) -> Bool
  private let attempt = Slot()
  private let notifier = Slot()
  private let state = Lock(State())
  /// The number of requested attempts.
  ///
  /// The caller that raises it from zero runs them, so a notifier that sends at once causes a loop, not recursion.
  private let due = Atomic(0)

  private struct State {
    /// An attempt has failed, and the notifier has not requested the next one.
    var isWaiting = false
    /// How the notifier ended.
    ///
    /// Takes effect only at an error of the source.
    var ending: Ending?
  }

  init(
    _ source: Observable<Element>, _ emitter: Emitter<Element>,
    _ isAccepted: @escaping @Sendable (any Error) -> Bool
  ) {
    self.source = source
    self.emitter = emitter
    self.isAccepted = isAccepted
    super.init()
  }

  func run(_ notifications: Observable<some Sendable>) {
    notifications.run(
      Sink(
        slot: notifier,
        next: { _, _ in
          self.notified()
          return !self.notifier.isDisposed
        },
        end: { self.notifierEnded($0) }))
    start()
  }

  override func dispose() {
    attempt.dispose()
    notifier.dispose()
  }

  private func notified() {
    let wasWaiting = state.withLock { state in
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if wasWaiting { start() }
  }

  private func notifierEnded(_ ending: Ending) {
    let isWaiting = state.withLock { state in
      state.ending = ending
      return state.isWaiting
    }
    notifier.dispose()
    if isWaiting { emitter.end(ending) }
  }

  private func start() {
    guard due.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      guard !attempt.isDisposed else { return }
      attempt.empty()
      source.run(
        Sink(
          slot: attempt,
          next: { _, element in
            self.emitter.next(element)
            return !self.attempt.isDisposed
          },
          end: { self.ended($0) }))
    } while due.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private func ended(_ ending: Ending) {
    guard case .error(let error) = ending, isAccepted(error) else { return emitter.end(ending) }
    let notifierEnding = state.withLock { state in
      if state.ending == nil { state.isWaiting = true }
      return state.ending
    }
    if let notifierEnding { emitter.end(notifierEnding) } else { errors.onNext(error) }
  }
}
