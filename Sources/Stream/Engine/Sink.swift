/// What a source feeds: where elements and the end go in, and the slot for its handle.
///
/// Closures and not a class, because those made in inlinable code are specialised in the caller's module,
/// while the methods of a generic class are not.
@usableFromInline
struct Sink<Element: Sendable>: Sendable {
  @usableFromInline let inlet: Inlet<Element>
  /// Takes the end.
  ///
  /// Nothing may be called after it.
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

  /// Takes an element.
  ///
  /// False means: stop, give up what you hold, and call nothing more.
  @inlinable @inline(__always)
  func next(_ element: Element) -> Bool { inlet.next(element) }

  /// What stands above this when a stage with this step is put between.
  @inlinable
  func above<Upper>(_ step: @escaping Inlet<Upper>.Step) -> Sink<Upper> {
    Sink<Upper>(slot: slot, inlet: Inlet(Stage(self), step), end: end)
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
