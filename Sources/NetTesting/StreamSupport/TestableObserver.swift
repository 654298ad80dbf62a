import Net
public import Stream

/// Records events with the virtual times at which it receives them.
///
/// Create one with ``TestScheduler/createObserver(_:)``.
///
/// ```swift
/// let observer = scheduler.createObserver(Int.self)
/// source.subscribe(observer).disposed(afterEach: self)
/// scheduler.start()
/// expect(observer.events).to(equal([.next(210, 1), .completed(230)]))
/// ```
///
/// May be used from any thread.
public final class TestableObserver<Element: Sendable>: Sendable {
  private let scheduler: TestScheduler
  private let recorded = Lock<[Recorded<Event<Element>>]>([])

  init(scheduler: TestScheduler) { self.scheduler = scheduler }

  /// The recorded events with their times.
  public var events: [Recorded<Event<Element>>] { recorded.withLock { $0 } }

  /// Records an event.
  public func on(_ event: Event<Element>) {
    let time = scheduler.position
    recorded.withLock { $0.append(Recorded(time: time, value: event)) }
  }

  /// Records an element.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Records an error.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Records completion.
  public func onCompleted() { on(.completed) }

  /// Returns an `AnyObserver` that passes its events to this observer.
  public func asObserver() -> AnyObserver<Element> { AnyObserver { self.on($0) } }
}

extension ObservableConvertible {
  /// Subscribes to the stream and records its events with their virtual times.
  public func subscribe(_ observer: TestableObserver<Element>) -> any Disposable {
    asObservable().subscribe { event in observer.on(event) }
  }
}
