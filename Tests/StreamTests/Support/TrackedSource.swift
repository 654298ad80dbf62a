import Stream

/// A source that the test controls, with counts of its subscriptions and disposals.
final class TrackedSource<Element: Sendable>: Sendable {
  let subscribed = Count()
  let disposed = Count()
  private let observers = Log<AnyObserver<Element>>()

  var observable: Observable<Element> {
    .create { observer in
      // Counted last: a test that has seen the count sends to the observer.
      self.observers.write(observer)
      self.subscribed.increment()
      return Disposables.create { self.disposed.increment() }
    }
  }

  /// The latest subscription's observer.
  var latest: AnyObserver<Element>? { observers.entries.last }

  func on(_ event: Event<Element>) { latest?.on(event) }
  func onNext(_ element: Element) { latest?.onNext(element) }
  func onError(_ error: any Error) { latest?.onError(error) }
  func onCompleted() { latest?.onCompleted() }
}

/// A single that the test resolves.
final class TrackedSingle<Element: Sendable>: Sendable {
  let subscribed = Count()
  let disposed = Count()
  private let observers = Log<Single<Element>.SingleObserver>()

  var single: Single<Element> {
    .create { observer in
      // Counted last: a test that has seen the count sends to the observer.
      self.observers.write(observer)
      self.subscribed.increment()
      return Disposables.create { self.disposed.increment() }
    }
  }

  func succeed(_ element: Element) { observers.entries.last?(.success(element)) }
  func fail(_ error: any Error) { observers.entries.last?(.failure(error)) }
}
