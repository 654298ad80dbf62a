/// How a stream ended.
@usableFromInline
enum Ending: Sendable {
  case completed
  case error(any Error)
}

/// What a source feeds: where elements and the end go in, and the slot for its handle.
///
/// Closures and not a class, because those made in inlinable code are specialised in the caller's module,
/// while the methods of a generic class are not.
@usableFromInline
struct Sink<Element: Sendable>: Sendable {
  @usableFromInline let inlet: Inlet<Element>
  /// Takes the end. Nothing may be called after it.
  @usableFromInline let end: @Sendable (Ending) -> Void
  /// The slot of the nearest operator below that has one.
  @usableFromInline let slot: Slot

  @inlinable
  init(
    slot: Slot, next: @escaping @Sendable (Element) -> Bool,
    end: @escaping @Sendable (Ending) -> Void
  ) {
    self.init(slot: slot, inlet: Inlet(next), end: end)
  }

  @inlinable
  init(slot: Slot, inlet: Inlet<Element>, end: @escaping @Sendable (Ending) -> Void) {
    self.inlet = inlet
    self.end = end
    self.slot = slot
  }

  /// Takes an element. False means: stop, give up what you hold, and call nothing more.
  @inlinable @inline(__always)
  func next(_ element: Element) -> Bool { inlet.next(element) }

  /// What stands above this when a stage with this step is put between.
  @inlinable
  func above<Input>(_ step: @escaping Inlet<Input>.Step) -> Sink<Input> {
    Sink<Input>(slot: slot, inlet: Inlet(Stage(self), step), end: end)
  }
}

/// What a single feeds: one closure, called at most once, and the slot for its handle.
@usableFromInline
struct SingleSink<Element: Sendable>: Sendable {
  @usableFromInline let resolve: @Sendable (SingleEvent<Element>) -> Void
  @usableFromInline let slot: Slot

  @inlinable
  init(slot: Slot, resolve: @escaping @Sendable (SingleEvent<Element>) -> Void) {
    self.resolve = resolve
    self.slot = slot
  }
}

/// What comes of starting a single.
///
/// A single that is ready says so by returning; it needs no sink, no slot and no lock. Only one that has to be
/// waited for is given a sink.
@usableFromInline
enum Started<Element: Sendable>: Sendable {
  case success(Element)
  case failure(any Error)
  /// The result is that of another single. The caller starts it in a loop, which keeps the stack flat.
  case tail(Single<Element>)
  /// The result comes later, to the sink that this closure is given, exactly once.
  case pending(@Sendable (SingleSink<Element>) -> Void)
  /// The same, unless the closure returns the single whose result it is. The caller starts that in a loop.
  case chain(@Sendable (SingleSink<Element>) -> Single<Element>?)
}
