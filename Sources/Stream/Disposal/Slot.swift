public import Synchronization

/// Where a subscription keeps the handle of what feeds it, in one atomic word.
///
/// Only terminal and stateful operators own a slot; the others pass on the one below them, so that a chain of
/// `map`s costs nothing to dispose of. The rules of the engine:
///
/// - A source puts its handle here before it can emit anything. Otherwise a handle that arrives late could
///   push out that of its successor (`catch`, `retry` and `Single.flatMap` reuse the slot for the next source).
/// - Whoever owns the slot closes it when it ends, after it has delivered the end.
/// - A source that was told to stop (`next` returned false) gives up what it holds by itself.
@usableFromInline
class Slot: Handle, @unchecked Sendable {  // The atomic word guards the reference in it.
  // 0 nothing yet, 1 closed for good, else a handle that the word itself retains.
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable
  override init() { super.init() }

  @inlinable final var isDisposed: Bool { word.load(ordering: .acquiring) == 1 }

  /// Keeps the handle and disposes of the one before it; disposes of the handle at once when closed.
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

  /// Lets go of a handle that has nothing to dispose of any more, unless another has taken its place.
  @usableFromInline
  final func forget(_ handle: Handle) {
    let held = unsafe UInt(bitPattern: Unmanaged.passUnretained(handle).toOpaque())
    let (isForgotten, _) = word.compareExchange(
      expected: held, desired: 0, ordering: .acquiringAndReleasing)
    // The retain that `hold` made; the caller has its own.
    if isForgotten { unsafe Unmanaged.passUnretained(handle).release() }
  }

  /// Closes the slot and disposes of what it held.
  ///
  /// True for the first call only.
  @usableFromInline
  final func close() -> Bool {
    let held = word.exchange(1, ordering: .acquiringAndReleasing)
    Slot.dispose(held)
    return held != 1
  }

  @usableFromInline
  override func dispose() { _ = close() }

  deinit {
    let held = word.load(ordering: .acquiring)
    // The address was retained by `hold` and nobody else can take it any more.
    if held > 1, let pointer = unsafe UnsafeRawPointer(bitPattern: held) {
      unsafe Unmanaged<Handle>.fromOpaque(pointer).release()
    }
  }

  private static func dispose(_ word: UInt) {
    // Whoever took the word out of the slot owns the retain that `hold` made.
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

  @usableFromInline
  override func dispose() {
    if close() { onClose.take()?() }
  }
}
