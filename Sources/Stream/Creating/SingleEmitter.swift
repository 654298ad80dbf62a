public import Synchronization

/// Accepts the first result from the closure of ``Single/create(subscribe:)`` and ignores the rest (law 3).
///
/// The result may arrive before the sink is attached (the single is then ready and needs no sink), after it,
/// or at the same time on another thread. One atomic word decides which side delivers.
@usableFromInline
final class SingleEmitter<Element: Sendable>: Handle, @unchecked Sendable {
  @usableFromInline enum Phase {
    @usableFromInline static var open: UInt8 { 0 }
    /// The result has arrived and has not been taken.
    @usableFromInline static var resolved: UInt8 { 1 }
    /// The sink is attached and waits for the result.
    @usableFromInline static var attached: UInt8 { 2 }
    /// The result is being delivered; the side that ends this phase releases the resource.
    @usableFromInline static var delivering: UInt8 { 3 }
    @usableFromInline static var done: UInt8 { 4 }
  }

  @usableFromInline let phase = Atomic<UInt8>(0)
  @usableFromInline let isClaimed = Atomic(false)
  // Each is written by one thread before it sets the phase, and then read and cleared only by the thread that
  // advances the phase.
  @safe @exclusivity(unchecked) @usableFromInline var result: SingleEvent<Element>?
  @safe @exclusivity(unchecked) @usableFromInline var sink: SingleSink<Element>?
  @safe @exclusivity(unchecked) @usableFromInline var resource: (any Disposable)?

  @inlinable
  override init() { super.init() }

  /// Called by the closure of `create`.
  @inlinable
  func resolve(_ event: SingleEvent<Element>) {
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // Only a result that must wait is stored.
    if phase.load(ordering: .relaxed) == Phase.open {
      result = event
      if move(from: Phase.open, to: Phase.resolved) { return }
      result = nil
    }
    guard move(from: Phase.attached, to: Phase.delivering) else { return }
    deliver(event)
  }

  /// Returns the state of the single after the closure of `create` has returned.
  @inlinable
  func started(_ resource: any Disposable) -> Started<Element> {
    if phase.load(ordering: .acquiring) == Phase.resolved, let result {
      self.result = nil
      resource.dispose()
      switch result {
      case .success(let element): return .success(element)
      case .failure(let error): return .failure(error)
      }
    }
    self.resource = resource
    return .pending { self.attach($0) }
  }

  @inlinable
  func attach(_ sink: SingleSink<Element>) {
    self.sink = sink
    sink.slot.hold(self)
    if move(from: Phase.open, to: Phase.attached) { return }
    guard move(from: Phase.resolved, to: Phase.delivering), let result else {
      self.sink = nil  // Disposed of by the slot.
      return
    }
    self.result = nil
    deliver(result)
  }

  @usableFromInline
  override func dispose() {
    let before = phase.exchange(Phase.done, ordering: .acquiringAndReleasing)
    guard before != Phase.done else { return }
    if before == Phase.attached { sink = nil }
    if before == Phase.resolved { result = nil }
    release()
  }

  /// Delivers the result.
  ///
  /// The end of the subscription closes the slot that holds this, so that the resource is released between the result
  /// and `onDisposed`, as by every other source.
  @inlinable
  func deliver(_ event: SingleEvent<Element>) {
    let sink = sink
    self.sink = nil
    sink?.resolve(event)
    if move(from: Phase.delivering, to: Phase.done) { release() }
  }

  @inlinable
  func release() {
    let resource = resource
    self.resource = nil
    resource?.dispose()
  }

  @inlinable
  func move(from: UInt8, to: UInt8) -> Bool {
    phase.compareExchange(expected: from, desired: to, ordering: .acquiringAndReleasing).exchanged
  }
}
