public import Synchronization

/// Holds the handle of a subscription's source, in one atomic word.
///
/// Only terminal and stateful operators own a slot. Others pass on the slot of the next operator downstream,
/// so that disposing of a chain of `map`s costs nothing extra. The rules of the engine:
///
/// - A source stores its handle here before it can emit anything. Otherwise a late handle could replace that
///   of its successor (`catch`, `retry` and `Single.flatMap` reuse the slot for the next source).
/// - The owner of a slot closes it at the end, after it has delivered the end.
/// - A source that must stop (`next` returned false) releases its own resources.
@usableFromInline
class Slot: Handle, @unchecked Sendable {  // The atomic word guards the reference in it.
  // 0: empty; 1: closed for good; otherwise a handle that the word itself retains.
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable
  override init() { super.init() }

  @inlinable final var isDisposed: Bool { word.load(ordering: .acquiring) == 1 }

  /// Stores the handle and disposes of the previous one; if the slot is closed, disposes of the handle at once.
  @usableFromInline
  final func hold(_ handle: Handle) {
    let retained = unsafe UInt(bitPattern: Unmanaged.passRetained(handle).toOpaque())
    var current = word.load(ordering: .acquiring)
    while true {
      if current == 1 {
        Slot.dispose(retained)
        return
      }
      let (exchanged, original) = word.weakCompareExchange(
        expected: current, desired: retained, ordering: .acquiringAndReleasing)
      if exchanged {
        Slot.dispose(current)
        return
      }
      current = original
    }
  }

  /// Disposes of the handle and stays open for a successor.
  ///
  /// A successor that stores a handle does this, too, but only once it has been subscribed to, and not every stream
  /// stores one.
  @usableFromInline
  final func empty() {
    var current = word.load(ordering: .acquiring)
    while current > 1 {
      let (exchanged, original) = word.weakCompareExchange(
        expected: current, desired: 0, ordering: .acquiringAndReleasing)
      if exchanged { return Slot.dispose(current) }
      current = original
    }
  }

  /// Removes a handle that has nothing left to dispose of, unless another has replaced it.
  @usableFromInline
  final func forget(_ handle: Handle) {
    let held = unsafe UInt(bitPattern: Unmanaged.passUnretained(handle).toOpaque())
    let (isForgotten, _) = word.compareExchange(
      expected: held, desired: 0, ordering: .acquiringAndReleasing)
    // Balances the retain made in `hold`; the caller has its own.
    if isForgotten { unsafe Unmanaged.passUnretained(handle).release() }
  }

  /// Closes the slot and disposes of its handle.
  ///
  /// Returns true for the first call only.
  @usableFromInline
  final func close() -> Bool {
    let held = word.exchange(1, ordering: .acquiringAndReleasing)
    Slot.dispose(held)
    return held != 1
  }

  @usableFromInline
  override func dispose() { _ = close() }

  override var isSpent: Bool { isDisposed }

  deinit {
    let held = word.load(ordering: .acquiring)
    // `hold` retained the handle, and nobody else can take it now.
    if held > 1, let pointer = unsafe UnsafeRawPointer(bitPattern: held) {
      unsafe Unmanaged<Handle>.fromOpaque(pointer).release()
    }
  }

  private static func dispose(_ word: UInt) {
    // The caller that took the word out of the slot owns the retain made in `hold`.
    guard word > 1, let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return }
    unsafe Unmanaged<Handle>.fromOpaque(pointer).takeRetainedValue().dispose()
  }
}

/// A slot that runs an action, once, when it is closed.
@usableFromInline
final class NotifyingSlot: Slot, @unchecked Sendable {
  // Only the caller that closes the slot touches the action.
  @safe @exclusivity(unchecked) @usableFromInline var onClose: (@Sendable () -> Void)?

  @inlinable
  init(_ onClose: @escaping @Sendable () -> Void) {
    self.onClose = onClose
    super.init()
  }

  /// Takes the action out of a slot that holds nothing else, and to which the caller has the only reference.
  @inlinable
  func takeAction() -> (@Sendable () -> Void)? {
    // Asking for the number of references does not order what those did before who have released theirs.
    atomicMemoryFence(ordering: .acquiring)
    return word.load(ordering: .relaxed) == 0 ? onClose.take() : nil
  }

  @usableFromInline
  override func dispose() {
    if close() { onClose.take()?() }
  }
}
