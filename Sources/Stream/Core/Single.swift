/// One success or one failure, exactly once: the shape of a request.
///
/// It is a value and does nothing until someone subscribes; each subscription runs it anew. Its operators give
/// singles, so the shape cannot get lost on the way; ``asObservable()`` gives it up on purpose.
///
/// ```swift
/// let subscription = Single.just(20)
///   .map { $0 + 1 }
///   .subscribe(onSuccess: { print($0) }, onFailure: { print("failed:", $0) })
/// ```
public struct Single<Element: Sendable>: ObservableConvertible {
  @usableFromInline enum Storage: Sendable {
    case just(Element)
    case start(@Sendable () -> Started<Element>)
  }

  @usableFromInline let storage: Storage

  @inlinable
  init(just element: Element) { storage = .just(element) }

  @inlinable
  init(start: @escaping @Sendable () -> Started<Element>) { storage = .start(start) }

  /// A single that cannot be ready at once.
  @inlinable
  init(pending: @escaping @Sendable (SingleSink<Element>) -> Void) {
    storage = .start { .pending(pending) }
  }

  /// Starts the work. Never returns `tail`, nor `chain`.
  @inlinable
  func start() -> Started<Element> {
    let started = begin()
    guard case .chain(let chain) = started else { return started }
    return .pending { sink in
      if let next = chain(sink), !sink.slot.isDisposed { next.run(sink) }
    }
  }

  /// Starts the work. Never returns `tail`.
  @inlinable
  func begin() -> Started<Element> {
    switch storage {
    case .just(let element):
      return .success(element)
    case .start(let start):
      var started = start()
      while case .tail(let following) = started {
        switch following.storage {
        case .just(let element): return .success(element)
        case .start(let start): started = start()
        }
      }
      return started
    }
  }

  /// Starts the work and feeds the sink, as well as what takes over from it, in a loop (law 7).
  @inlinable
  func run(_ sink: SingleSink<Element>) {
    var started = begin()
    while true {
      switch started {
      case .success(let element): return sink.resolve(.success(element))
      case .failure(let error): return sink.resolve(.failure(error))
      case .pending(let attach): return attach(sink)
      case .chain(let chain):
        guard let next = chain(sink), !sink.slot.isDisposed else { return }
        started = next.begin()
      case .tail: return  // `begin` has followed it.
      }
    }
  }

  /// The same as an observable: the element and the completion, or the error.
  @inlinable
  public func asObservable() -> Observable<Element> {
    if case .just(let element) = storage { return Observable(just: element) }
    let single = self
    return Observable<Element>(run: { sink in
      single.run(
        SingleSink(slot: sink.slot) { event in
          switch event {
          case .success(let element): if sink.next(element) { sink.end(.completed) }
          case .failure(let error): sink.end(.error(error))
          }
        })
    })
  }
}
