/// A stream of elements over time: `next* (error | completed)?`.
///
/// An observable is a value and does nothing until you subscribe. Each subscription starts it from the beginning (it is
/// cold), unless it comes from a subject.
///
/// ```swift
/// let subscription = Observable.of(1, 2, 3)
///   .map { $0 * 10 }
///   .subscribe(onNext: { print($0) }, onCompleted: { print("done") })
/// ```
///
/// Events of one subscription never overlap, and none is delivered after the end or after `dispose()` has returned on
/// the same thread (law 1).
public struct Observable<Element: Sendable>: ObservableType {
  @usableFromInline enum Storage: Sendable {
    /// One element that is already available. Needs no object, which matters most in `flatMap`.
    case just(Element)
    /// Feeds the sink.
    case run(@Sendable (Sink<Element>) -> Void)
    /// Feeds the sink, and may return the observable that takes over. The caller runs that one in a loop, so recursive
    /// streams (`catch` in `catch`, page after page) keep the stack flat (law 7).
    case tail(@Sendable (Sink<Element>) -> Observable<Element>?)
    /// Makes the streams that run one after another. What runs a series that contains this one continues with these.
    case series(@Sendable () -> Series<Element>)
  }

  // Stored inline, not in an object: the context of a closure is the only allocation per operator.
  @usableFromInline let storage: Storage

  @inlinable
  init(just element: Element) { storage = .just(element) }

  @inlinable
  init(run: @escaping @Sendable (Sink<Element>) -> Void) { storage = .run(run) }

  @inlinable
  init(tail: @escaping @Sendable (Sink<Element>) -> Observable<Element>?) { storage = .tail(tail) }

  @inlinable
  init(series: @escaping @Sendable () -> Series<Element>) { storage = .series(series) }

  /// Returns this observable.
  @inlinable
  public func asObservable() -> Observable<Element> { self }

  /// The closure that feeds a sink.
  ///
  /// Operators read it when they are created, not when they run, which saves one stack frame per operator (law 7).
  @inlinable var runner: @Sendable (Sink<Element>) -> Void {
    if case .run(let run) = storage { run } else { { run($0) } }
  }

  @inlinable
  func run(_ sink: Sink<Element>) {
    // The rest is not here, because this frame stays on the stack while the source starts, at each stage of a chain.
    if case .run(let run) = storage { return run(sink) }
    runOther(sink)
  }

  @inlinable @inline(__always)
  func runOther(_ sink: Sink<Element>) {
    if case .just(let element) = storage {
      if sink.next(element) { sink.end(.completed) }
      return
    }
    var following = begin(sink)
    while let current = following {
      if case .run(let run) = current.storage { return run(sink) }
      following = current.begin(sink)
    }
  }

  /// Feeds the sink, and returns the observable that takes over, if there is one.
  @inlinable
  func begin(_ sink: Sink<Element>) -> Observable<Element>? {
    if case .tail(let tail) = storage { return tail(sink) }
    return beginOther(sink)
  }

  @inlinable @inline(__always)
  func beginOther(_ sink: Sink<Element>) -> Observable<Element>? {
    // Does not call `run`, which calls it: both would be inlined into each other in each specialization.
    switch storage {
    case .just(let element):
      if sink.next(element) { sink.end(.completed) }
      return nil
    case .run(let run):
      run(sink)
      return nil
    case .tail(let tail): return tail(sink)
    case .series(let make): return Sequencer(make(), sink).run()
    }
  }
}
