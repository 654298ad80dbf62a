import Stream

/// A source that the test controls, with counts of its subscriptions and disposals.
final class TrackedSource<Element: Sendable>: Sendable {
  let subscribed = Count()
  let disposed = Count()
  private let observers = Log<AnyObserver<Element>>()

  var observable: Observable<Element> {
    .create { observer in
      self.subscribed.increment()
      self.observers.write(observer)
      return Disposables.create { self.disposed.increment() }
    }
  }

  /// The latest subscription's observer.
  private var observer: AnyObserver<Element>? { observers.entries.last }

  func on(_ event: Event<Element>) { observer?.on(event) }
  func onNext(_ element: Element) { observer?.onNext(element) }
  func onError(_ error: any Error) { observer?.onError(error) }
  func onCompleted() { observer?.onCompleted() }
}

/// A single that the test resolves.
final class TrackedSingle<Element: Sendable>: Sendable {
  let subscribed = Count()
  let disposed = Count()
  private let observers = Log<Single<Element>.SingleObserver>()

  var single: Single<Element> {
    .create { observer in
      self.subscribed.increment()
      self.observers.write(observer)
      return Disposables.create { self.disposed.increment() }
    }
  }

  func succeed(_ element: Element) { observers.entries.last?(.success(element)) }
  func fail(_ error: any Error) { observers.entries.last?(.failure(error)) }
}
