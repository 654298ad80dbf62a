import Synchronization

extension ObservableType {
  /// Lets a stream of yours decide after each error when to subscribe again.
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
  /// The closure is given the errors, once per subscription. Each element that its stream sends after an error
  /// starts one more attempt; its end is the end of the whole (law 13).
  public func retry<Notifier: ObservableConvertible>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Notifier
  ) -> Observable<Element> {
    retry(if: { _ in true }, when: notificationHandler)
  }

  /// Lets a stream of yours decide when to subscribe again, after errors of one type.
  ///
  /// ```swift
  /// let onDemand = flaky.retry(when: { (errors: Observable<URLError>) in errors.take(3) })
  /// ```
  ///
  /// ```text
  /// source    --1--#
  /// notifier       ---x
  /// retry     --1--------1--#
  /// ```
  ///
  /// An error of any other type is the error of the stream at once. Else what holds is what holds for errors of any
  /// type (law 13).
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
  /// Lets a stream of yours decide after each failure when to subscribe again.
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
  /// As with observables; when the notifier completes, this fails with ``StreamError/noElements``. Its error is the
  /// failure (law 13).
  public func retry<Notifier: ObservableConvertible>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Notifier
  ) -> Single<Element> {
    lifted { $0.retry(when: notificationHandler) }
  }
}

private final class NotifiedRetrier<Element: Sendable>: Handle, @unchecked Sendable {
  // Constants, each of which guards itself. The emitter puts the source's events and the notifier's end in order.
  let errors = PublishSubject<any Error>()
  private let source: Observable<Element>
  private let emitter: Emitter<Element>
  private let isAccepted: @Sendable (any Error) -> Bool
  private let attempt = Slot()
  private let notifier = Slot()
  private let isWaiting = Atomic(false)
  /// Attempts that have been asked for: whoever raises it from zero runs them, so that a notifier that answers
  /// at once makes a loop and not a recursion.
  private let due = Atomic(0)

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
        next: { _ in
          self.notified()
          return !self.notifier.isDisposed
        },
        end: { self.emitter.end($0) }))
    start()
  }

  override func dispose() {
    attempt.dispose()
    notifier.dispose()
  }

  private func notified() {
    // An element that no error has asked for does nothing.
    if isWaiting.exchange(false, ordering: .acquiringAndReleasing) { start() }
  }

  private func start() {
    guard due.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      guard !attempt.isDisposed else { return }
      source.run(
        Sink(
          slot: attempt,
          next: { element in
            self.emitter.next(element)
            return !self.attempt.isDisposed
          },
          end: { self.ended($0) }))
    } while due.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private func ended(_ ending: Ending) {
    switch ending {
    case .completed: emitter.end(.completed)
    case .error(let error):
      guard isAccepted(error) else { return emitter.end(ending) }
      isWaiting.store(true, ordering: .releasing)
      errors.onNext(error)
    }
  }
}
