/// Where elements go in: a closure, or a step and the stage that it is for.
///
/// A closure captures its sink, so it has to call the user's closure. A step is given its stage each time and captures
/// nothing but the user's closure, so it may contain that one: one call instead of two for each stage of a chain.
@usableFromInline
struct Inlet<Element: Sendable>: Sendable {
  /// What is done to an element.
  ///
  /// Returns whether to go on.
  @usableFromInline typealias Step = @Sendable (_ stage: AnyStage, _ element: Element) -> Bool

  // Not optional, since what is taken out of an optional is retained for the call.
  @usableFromInline let stage: AnyStage
  @usableFromInline let hasStage: Bool
  // The one of these that is not used is a constant, which costs nothing to make or to keep.
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
