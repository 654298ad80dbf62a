/// One success or one failure, exactly once, such as the result of a request.
///
/// A single is a value and does nothing until you subscribe. Each subscription starts its work again. Its operators
/// return singles; use ``asObservable()`` to convert it to an observable.
///
/// ```swift
/// let subscription = Single.just(20)
///   .map { $0 + 1 }
///   .subscribe(onSuccess: { print($0) }, onFailure: { print("failed:", $0) })
/// ```
public struct Single<Element: Sendable>: ObservableConvertible {
  @usableFromInline enum Storage: Sendable {
    case just(Element)
    case start(@Sendable () -> Beginning<Element>)
    /// The result always comes later: the closure attaches a sink.
    case pending(@Sendable (SingleSink<Element>) -> Void)
  }

  @usableFromInline let storage: Storage

  @inlinable
  init(just element: Element) { storage = .just(element) }

  @inlinable
  init(start: @escaping @Sendable () -> Beginning<Element>) { storage = .start(start) }

  /// Creates a single whose result always comes later and is sent to a sink.
  @inlinable
  init(pending: @escaping @Sendable (SingleSink<Element>) -> Void) {
    storage = .pending(pending)
  }

  /// Starts the work, and follows the singles that take over, in a loop.
  @inlinable
  func start() -> Started<Element> {
    // No `var current = self`, which would retain the closure of each single that is ready at once.
    var beginning = begin()
    while true {
      switch beginning {
      case .started(let started): return started
      case .tail(let following): beginning = following.begin()
      case .chain(let chain):
        return .pending { sink in
          if let next = chain(sink), !sink.slot.isDisposed { next.run(sink) }
        }
      }
    }
  }

  /// Starts this single, without following a single that takes over.
  @inlinable
  func begin() -> Beginning<Element> {
    // The rest is not here, because this frame stays on the stack while the work starts, at each stage of a chain.
    if case .start(let start) = storage { return start() }
    return ready
  }

  @inlinable var ready: Beginning<Element> {
    switch storage {
    case .just(let element): .started(.success(element))
    case .start(let start): start()
    case .pending(let attach): .started(.pending(attach))
    }
  }

  /// Feeds a sink, in a loop for any number of singles that take over (law 7).
  ///
  /// No work is started for a slot that has been disposed of, as by the closure that made this single (law 4).
  @inlinable
  func run(_ sink: SingleSink<Element>) {
    guard !sink.slot.isDisposed else { return }
    // The rest is not here, because this frame stays on the stack while the source starts, or the result is delivered.
    if case .pending(let attach) = storage { return attach(sink) }
    if let event = result(for: sink) { sink.resolve(event) }
  }

  /// Starts the work for a sink, and returns the result if it is there at once; nil if the sink receives it later.
  @inlinable
  func result(for sink: SingleSink<Element>) -> SingleEvent<Element>? {
    var beginning = begin()
    while true {
      switch beginning {
      case .started(.success(let element)): return .success(element)
      case .started(.failure(let error)): return .failure(error)
      case .started(.pending(let attach)):
        attach(sink)
        return nil
      case .tail(let following):
        guard !sink.slot.isDisposed else { return nil }
        beginning = following.begin()
      case .chain(let chain):
        guard let next = chain(sink), !sink.slot.isDisposed else { return nil }
        beginning = next.begin()
      }
    }
  }

  /// Returns an observable that sends the element and completes, or fails.
  @inlinable
  public func asObservable() -> Observable<Element> {
    if case .just(let element) = storage { return Observable(just: element) }
    let single = self
    return Observable<Element>(run: { sink in
      single.run(sink.ofSingle)
    })
  }
}
