public import Synchronization

/// One action that a scheduler runs later, and how to cancel it.
///
/// The scheduler's disposable may become known only after the action has run, when a successor may already be set. So
/// each action has its own object, which can be disposed of before it receives the scheduler's disposable.
@usableFromInline
final class Deadline: Handle, @unchecked Sendable {
  @usableFromInline enum State {
    @usableFromInline static var open: UInt8 { 0 }
    @usableFromInline static var over: UInt8 { 1 }
    @usableFromInline static var scheduled: UInt8 { 2 }
  }

  @usableFromInline let state = Atomic<UInt8>(0)
  // Written before the state becomes `scheduled`, and then read only by the call that has replaced that state.
  @safe @exclusivity(unchecked) @usableFromInline var scheduled: (any Disposable)?

  @inlinable
  override init() { super.init() }

  @inlinable var isDisposed: Bool { state.load(ordering: .acquiring) == State.over }

  /// Keeps the scheduler's disposable, or disposes of it at once if this has been disposed of.
  @usableFromInline
  func hold(_ disposable: any Disposable) {
    scheduled = disposable
    let (isHeld, _) = state.compareExchange(
      expected: State.open, desired: State.scheduled, ordering: .acquiringAndReleasing)
    if !isHeld { scheduled.take()?.dispose() }
  }

  @usableFromInline
  override func dispose() {
    let before = state.exchange(State.over, ordering: .acquiringAndReleasing)
    if before == State.scheduled { scheduled.take()?.dispose() }
  }
}
