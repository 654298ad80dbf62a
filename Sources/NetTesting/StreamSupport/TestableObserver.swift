import Net
public import Stream

/// Writes down events with the virtual times at which they come.
///
/// ``TestScheduler/createObserver(_:)`` makes one.
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

  /// What came, and when.
  public var events: [Recorded<Event<Element>>] { recorded.withLock { $0 } }

  /// Writes an event down.
  public func on(_ event: Event<Element>) {
    let time = scheduler.now
    recorded.withLock { $0.append(Recorded(time: time, value: event)) }
  }

  /// Writes an element down.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Writes the end with an error down.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Writes the good end down.
  public func onCompleted() { on(.completed) }

  /// This, as what observables are created with.
  public func asObserver() -> AnyObserver<Element> { AnyObserver { self.on($0) } }
}

extension ObservableConvertible {
  /// Starts the stream and writes its events down with their virtual times.
  public func subscribe(_ observer: TestableObserver<Element>) -> any Disposable {
    asObservable().subscribe { event in observer.on(event) }
  }
}
