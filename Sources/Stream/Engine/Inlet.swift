/// Receives elements: a closure, or a step with its stage.
///
/// A closure captures its sink, so the user's closure is a separate call. A step receives its stage as an argument and
/// captures only the user's closure, which can therefore be inlined: one call instead of two for each stage of a chain.
@usableFromInline
struct Inlet<Element: Sendable>: Sendable {
  /// Processes an element.
  ///
  /// Returns whether to continue.
  @usableFromInline typealias Step = @Sendable (_ stage: AnyStage, _ element: Element) -> Bool

  // Not optional, because unwrapping would retain it for the call.
  @usableFromInline let stage: AnyStage
  @usableFromInline let hasStage: Bool
  // The unused one of these is a constant, which costs nothing to create or to keep.
  @usableFromInline let step: Step
  @usableFromInline let closure: @Sendable (Element) -> Bool

  @inlinable
  init(_ closure: @escaping @Sendable (Element) -> Bool) {
    stage = AnyStage.none
    hasStage = false
    step = { _, _ in false }
    self.closure = closure
  }

  @inlinable
  init(_ stage: AnyStage, _ step: @escaping Step) {
    self.stage = stage
    hasStage = true
    self.step = step
    closure = { _ in false }
  }

  @inlinable @inline(__always)
  func next(_ element: Element) -> Bool {
    hasStage ? step(stage, element) : closure(element)
  }
}
