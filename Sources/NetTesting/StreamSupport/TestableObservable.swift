import Net
public import Stream

/// Sends events at given virtual times, and records its subscriptions.
///
/// Create one with ``TestScheduler/createHotObservable(_:file:line:)`` or
/// ``TestScheduler/createColdObservable(_:file:line:)``.
///
/// ```swift
/// let source = scheduler.createColdObservable([.next(10, 1), .completed(30)])
/// let result = scheduler.start { source }
/// expect(result.events).to(equal([.next(210, 1), .completed(230)]))
/// expect(source.subscriptions).to(equal([Subscription(200, 230)]))
/// ```
public final class TestableObservable<Element: Sendable>: ObservableType {
  private struct State: Sendable {
    var subscriptions: [Subscription] = []
    var observers: [(number: Int, observer: AnyObserver<Element>)] = []
  }

  /// The events that it sends.
  public let recordedEvents: [Recorded<Event<Element>>]
  private let scheduler: TestScheduler
  private let isHot: Bool
  private let state = SharedLock(State())

  init(hot events: [Recorded<Event<Element>>], scheduler: TestScheduler, at place: SourcePlace) {
    recordedEvents = events
    self.scheduler = scheduler
    isHot = true
    TestScope.current?.watch(.testable(at: place) { [state] in state.withLock { $0.subscriptions } })
    for event in events {
      scheduler.schedule(atPosition: event.time) { [weak self] in self?.send(event.value) }
    }
  }

  init(cold events: [Recorded<Event<Element>>], scheduler: TestScheduler, at place: SourcePlace) {
    recordedEvents = events
    self.scheduler = scheduler
    isHot = false
    TestScope.current?.watch(.testable(at: place) { [state] in state.withLock { $0.subscriptions } })
  }

  /// The times at which each subscription started and ended, in the order of their starts.
  public var subscriptions: [Subscription] { state.withLock { $0.subscriptions } }

  /// Returns this as an observable.
  public func asObservable() -> Observable<Element> {
    Observable.create { observer in self.add(observer) }
  }

  private func add(_ observer: AnyObserver<Element>) -> any Disposable {
    let now = scheduler.position
    let number = state.withLock { state in
      state.subscriptions.append(Subscription(now))
      let number = state.subscriptions.count - 1
      if isHot { state.observers.append((number, observer)) }
      return number
    }
    let pending =
      isHot
      ? []
      : recordedEvents.map { event in
        scheduler.schedule(afterPosition: event.time) { observer.on(event.value) }
      }
    return Disposables.create {
      for disposable in pending { disposable.dispose() }
      self.remove(number)
    }
  }

  private func remove(_ number: Int) {
    let now = scheduler.position
    let removed = state.withLock { state in
      state.subscriptions[number].unsubscribe = now
      defer { state.observers.removeAll { $0.number == number } }
      return state.observers.first { $0.number == number }?.observer
    }
    // Released outside the lock, because releasing an observer may run code.
    _ = removed
  }

  private func send(_ event: Event<Element>) {
    for (_, observer) in state.withLock({ $0.observers }) { observer.on(event) }
  }
}
