/// The receiver of a source's events, and the slot for the source's handle.
///
/// Closures, not a class: closures in inlinable code are specialized in the caller's module, and the methods
/// of a generic class are not.
@usableFromInline
struct Sink<Element: Sendable>: Sendable {
  @usableFromInline let inlet: Inlet<Element>
  /// Receives the end.
  ///
  /// Nothing may be called after it.
  @usableFromInline let end: @Sendable (Ending) -> Void
  /// The slot of the nearest downstream operator that has one.
  @usableFromInline let slot: Slot

  /// Creates a sink whose step needs no stage.
  ///
  /// `next` receives one that it ignores.
  @inlinable
  init(
    slot: Slot, next: @escaping Inlet<Element>.Step, end: @escaping @Sendable (Ending) -> Void
  ) {
    self.init(slot: slot, inlet: Inlet(AnyStage.none, next), end: end)
  }

  @inlinable
  init(slot: Slot, inlet: Inlet<Element>, end: @escaping @Sendable (Ending) -> Void) {
    self.inlet = inlet
    self.end = end
    self.slot = slot
  }

  /// Receives an element.
  ///
  /// Returns false if the source must stop, release its resources and call nothing more.
  @inlinable @inline(__always)
  func next(_ element: Element) -> Bool { inlet.next(element) }

  /// Returns a sink that passes its elements through a stage with this step.
  @inlinable
  func above<Upper>(_ step: @escaping Inlet<Upper>.Step) -> Sink<Upper> {
    Sink<Upper>(slot: slot, inlet: Inlet(Stage(self), step), end: end)
  }
}

extension Sink {
  /// The sink for a single whose result becomes the only element.
  ///
  /// Not in the closure that starts the single, whose frame stays on the stack meanwhile.
  @inlinable var ofSingle: SingleSink<Element> {
    SingleSink(slot: slot) { event in
      switch event {
      case .success(let element): if next(element) { end(.completed) }
      case .failure(let error): end(.error(error))
      }
    }
  }
}

/// The receiver of a single's result: one closure, called at most once, and the slot for the single's handle.
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
