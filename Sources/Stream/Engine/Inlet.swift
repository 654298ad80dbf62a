/// Receives elements: a step, and the stage that it receives with each element.
///
/// A closure that captured its sink would call the user's closure separately. A step whose stage is an argument
/// captures only the user's closure, which can therefore be inlined: one call instead of two for each stage of a chain.
/// A step that needs no stage captures what it needs and ignores its first argument; it is not a second kind of inlet,
/// so that no stage has to check which kind is below it.
@usableFromInline
struct Inlet<Element: Sendable>: Sendable {
  /// Processes an element.
  ///
  /// Returns whether to continue.
  @usableFromInline typealias Step = @Sendable (_ stage: AnyStage, _ element: Element) -> Bool

  // Not optional, because unwrapping would retain it for the call.
  @usableFromInline let stage: AnyStage
  @usableFromInline let step: Step

  @inlinable
  init(_ stage: AnyStage, _ step: @escaping Step) {
    self.stage = stage
    self.step = step
  }

  @inlinable @inline(__always)
  func next(_ element: Element) -> Bool { step(stage, element) }
}
