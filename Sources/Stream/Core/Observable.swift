/// A stream of elements, in time: `next* (error | completed)?`.
///
/// It is a value and does nothing until someone subscribes; each subscription starts it again (it is cold), unless
/// it comes from a subject.
///
/// ```swift
/// let subscription = Observable.of(1, 2, 3)
///   .map { $0 * 10 }
///   .subscribe(onNext: { print($0) }, onCompleted: { print("done") })
/// ```
///
/// Events of one subscription never overlap, and none comes after the end or after `dispose()` has returned on
/// the same thread (law 1).
public struct Observable<Element: Sendable>: ObservableType {
  @usableFromInline enum Storage: Sendable {
    /// One element, at hand: needs no object, in `flatMap` least of all.
    case just(Element)
    /// Feeds the sink.
    case run(@Sendable (Sink<Element>) -> Void)
    /// Feeds the sink, and may return the observable that takes over. The caller runs that in a loop, so
    /// recursive streams (`catch` in `catch`, pages after pages) keep the stack flat (law 7).
    case tail(@Sendable (Sink<Element>) -> Observable<Element>?)
  }

  // Held directly and not through an object: a closure's context is the one allocation per operator.
  @usableFromInline let storage: Storage

  @inlinable
  init(just element: Element) { storage = .just(element) }

  @inlinable
  init(run: @escaping @Sendable (Sink<Element>) -> Void) { storage = .run(run) }

  @inlinable
  init(tail: @escaping @Sendable (Sink<Element>) -> Observable<Element>?) { storage = .tail(tail) }

  /// Itself.
  @inlinable
  public func asObservable() -> Observable<Element> { self }

  /// What feeds a sink.
  ///
  /// An operator asks for it when it is made and not when it runs, which takes one frame per operator off the
  /// stack (law 7).
  @inlinable var runner: @Sendable (Sink<Element>) -> Void {
    if case .run(let run) = storage { run } else { { run($0) } }
  }

  @inlinable
  func run(_ sink: Sink<Element>) {
    switch storage {
    case .just(let element):
      if sink.next(element) { sink.end(.completed) }
    case .run(let run):
      run(sink)
    case .tail(let tail):
      var following = tail(sink)
      while let current = following {
        guard case .tail(let tail) = current.storage else { return current.run(sink) }
        following = tail(sink)
      }
    }
  }
}
