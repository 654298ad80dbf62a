public import Synchronization

/// One thing that a scheduler has been asked to do later, and how to call it off.
///
/// The scheduler's own disposable may be known only after the time has come, and a successor may have been set by
/// then. So each has an object, which can be disposed of before it is told.
@usableFromInline
final class Deadline: Handle, @unchecked Sendable {
  @usableFromInline enum State {
    @usableFromInline static var open: UInt8 { 0 }
    @usableFromInline static var over: UInt8 { 1 }
    @usableFromInline static var scheduled: UInt8 { 2 }
  }

  @usableFromInline let state = Atomic<UInt8>(0)
  // Written before the state says so, and read by the one that finds that it does.
  @safe @exclusivity(unchecked) @usableFromInline var scheduled: (any Disposable)?

  @inlinable
  override init() { super.init() }

  @inlinable var isDisposed: Bool { state.load(ordering: .acquiring) == State.over }

  /// Keeps the scheduler's disposable; disposes of it at once when this is over.
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
