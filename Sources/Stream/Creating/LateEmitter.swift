public import Synchronization

/// Accepts the first result from the closure of ``Single/createLate(subscribe:)`` and ignores the rest (law 3).
///
/// The sink is attached before the closure runs, so the thread that reports the result also delivers it.
@usableFromInline
final class LateEmitter<Element: Sendable>: Handle, @unchecked Sendable {
  @usableFromInline enum Phase {
    @usableFromInline static var missing: UInt8 { 0 }
    @usableFromInline static var held: UInt8 { 1 }
    /// What is held from now on is not needed.
    @usableFromInline static var resolved: UInt8 { 2 }
    /// What is held from now on must be called at once.
    @usableFromInline static var disposed: UInt8 { 3 }
  }

  @usableFromInline let hasEnded = Atomic(false)
  @usableFromInline let phase = Atomic<UInt8>(Phase.missing)
  // Read and cleared only by the side that sets `hasEnded`.
  @safe @exclusivity(unchecked) @usableFromInline var sink: SingleSink<Element>?
  // Written before `phase` becomes `held`, and then read and cleared only by the side that ends that phase.
  @safe @exclusivity(unchecked) @usableFromInline var cancel: (@Sendable () -> Void)?

  @inlinable
  init(_ sink: SingleSink<Element>) {
    self.sink = sink
    super.init()
  }

  /// Called by the closure, from any thread.
  @inlinable
  func resolve(_ event: SingleEvent<Element>) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let sink = sink
    self.sink = nil
    _ = end(Phase.resolved)
    sink?.resolve(event)
  }

  /// Keeps what ends the work until the result.
  @inlinable
  func hold(_ cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
    let before = phase.compareExchange(
      expected: Phase.missing, desired: Phase.held, ordering: .acquiringAndReleasing)
    guard !before.exchanged else { return }
    self.cancel = nil
    if before.original == Phase.disposed { cancel() }
  }

  @usableFromInline
  override func dispose() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    sink = nil
    end(Phase.disposed)?()
  }

  /// Returns what ends the work, if it is held.
  @inlinable
  func end(_ phase: UInt8) -> (@Sendable () -> Void)? {
    guard self.phase.exchange(phase, ordering: .acquiringAndReleasing) == Phase.held else { return nil }
    defer { cancel = nil }
    return cancel
  }
}
