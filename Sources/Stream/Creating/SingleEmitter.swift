public import Synchronization

/// The entrance of ``Single/create(subscribe:)``: takes the first result and ignores the rest (law 3).
///
/// The result may come before there is a sink (then the single is ready, and nobody needs one), after, or
/// meanwhile on another thread; one atomic word decides who delivers.
@usableFromInline
final class SingleEmitter<Element: Sendable>: Handle, @unchecked Sendable {
  @usableFromInline enum Phase {
    @usableFromInline static var open: UInt8 { 0 }
    /// The result is in, nobody has taken it yet.
    @usableFromInline static var resolved: UInt8 { 1 }
    /// The sink is in, it waits for the result.
    @usableFromInline static var attached: UInt8 { 2 }
    @usableFromInline static var done: UInt8 { 3 }
  }

  @usableFromInline let phase = Atomic<UInt8>(0)
  @usableFromInline let isClaimed = Atomic(false)
  // Each is written by one thread before the phase says so, and read and cleared by the one that moves the
  // phase on.
  @safe @exclusivity(unchecked) @usableFromInline var result: SingleEvent<Element>?
  @safe @exclusivity(unchecked) @usableFromInline var sink: SingleSink<Element>?
  @safe @exclusivity(unchecked) @usableFromInline var resource: (any Disposable)?

  @inlinable
  override init() { super.init() }

  /// What `create`'s closure calls.
  @inlinable
  func resolve(_ event: SingleEvent<Element>) {
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    result = event
    if move(from: Phase.open, to: Phase.resolved) { return }
    result = nil
    guard move(from: Phase.attached, to: Phase.done) else { return }
    deliver(event)
  }

  /// What comes of the closure, once it has returned.
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
    guard move(from: Phase.resolved, to: Phase.done), let result else {
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

  @inlinable
  func deliver(_ event: SingleEvent<Element>) {
    let sink = sink
    self.sink = nil
    sink?.resolve(event)
    release()
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
