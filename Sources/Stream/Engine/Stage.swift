/// A stage of a chain, without the type of its output.
@usableFromInline
class AnyStage: @unchecked Sendable {  // Has no state; its subclasses have only constants.
  /// The stage of steps that need none.
  @usableFromInline static let none = AnyStage()

  @inlinable
  init() {}
}

/// The downstream of one stateless operator, or of an emitter, in one subscription.
///
/// What an operator does is in the step of its ``Inlet``. Each operator writes its own step instead of sharing one,
/// because a call that always has the same target is cheaper.
@usableFromInline
final class Stage<Output: Sendable>: AnyStage, @unchecked Sendable {  // Constants, all `Sendable`.
  @usableFromInline let inlet: Inlet<Output>
  @usableFromInline let end: @Sendable (Ending) -> Void

  @inlinable
  init(_ sink: Sink<Output>) {
    inlet = sink.inlet
    end = sink.end
    super.init()
  }

  /// Casts the stage to the type that its step expects.
  @inlinable @inline(__always)
  static func of(_ stage: AnyStage) -> Stage {
    // An operator creates both, with the same `Output`.
    unsafe unsafeDowncast(stage, to: Stage.self)
  }

  /// Sends the error downstream, and returns false to stop the source.
  @inlinable
  func fail(_ error: any Error) -> Bool {
    end(.error(error))
    return false
  }
}
