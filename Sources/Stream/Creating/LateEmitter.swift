public import Synchronization

extension Single {
  /// Creates a single whose result usually comes later, from another thread, such as that of a request.
  ///
  /// The thread that reports the result always delivers it, even before the closure has returned, unlike in
  /// ``create(subscribe:)``. So a subscriber that blocks does not block the subscribing thread. In return, each
  /// subscription needs a sink.
  ///
  /// The closure returns what ends the work, if anything does. It is called only if the subscription is disposed of
  /// before the result.
  @inlinable
  package static func createLate(
    subscribe: @escaping @Sendable (@escaping SingleObserver) -> (@Sendable () -> Void)?
  ) -> Single<Element> {
    Single(pending: { sink in
      guard !sink.slot.isDisposed else { return }
      let emitter = LateEmitter(sink)
      sink.slot.hold(emitter)
      if let cancel = subscribe({ emitter.resolve($0) }) { emitter.hold(cancel) }
    })
  }
}

/// Accepts the first result from the closure of ``Single/createLate(subscribe:)`` and ignores the rest (law 3).
///
/// The sink is attached before the closure runs, so the thread that reports the result also delivers it.
@usableFromInline
final class LateEmitter<Element: Sendable>: Handle, @unchecked Sendable {
  @usableFromInline enum Phase {
    @usableFromInline static var missing: UInt8 { 0 }
    @usableFromInline static var held: UInt8 { 1 }
    /// A closure that is passed to `hold` from now on is not needed.
    @usableFromInline static var resolved: UInt8 { 2 }
    /// A closure that is passed to `hold` from now on must be called at once.
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
