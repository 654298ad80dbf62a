/// A stage of a chain, of whatever type its output is.
@usableFromInline
class AnyStage: @unchecked Sendable {  // Has no state; its one subclass has constants alone.
  /// The stage of those that have none.
  @usableFromInline static let none = AnyStage()

  @inlinable
  init() {}
}

/// What is below one operator without state in one subscription.
///
/// What the operator does stands beside it, in the step of an ``Inlet``. The operators write their step out and do not
/// share one, since a call that always goes to the same place is the cheaper one.
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

  /// The stage as the step knows it that stands beside it.
  @inlinable @inline(__always)
  static func of(_ stage: AnyStage) -> Stage {
    // An operator makes both, with the same `Output`.
    unsafe unsafeDowncast(stage, to: Stage.self)
  }

  /// Ends the stream below, and tells the source to stop.
  @inlinable
  func fail(_ error: any Error) -> Bool {
    end(.error(error))
    return false
  }
}
