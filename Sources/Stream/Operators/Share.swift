/// How long ``ObservableType/share(replay:scope:)`` keeps what it shares.
public enum SubjectLifetimeScope: Sendable {
  /// Until the last subscriber leaves or the source ends; then everything starts again.
  case whileConnected
  /// Forever: later subscribers receive the kept elements and the end.
  case forever
}

extension ObservableType {
  /// Runs the source once for all concurrent subscribers.
  ///
  /// ```swift
  /// let shared = prices.share(replay: 1)
  /// ```
  ///
  /// ```text
  /// source           --1--2--3--4-
  /// a                ^-1--2--3--4-
  /// b (replay: 1)          ^2-3--4-
  /// ```
  ///
  /// ![A marble diagram of share.](share)
  ///
  /// The first subscriber connects to the source; the last one to leave disconnects. Later subscribers first receive
  /// the last `replay` elements. With `.whileConnected`, the kept elements are dropped when the last subscriber leaves.
  /// They are also dropped when the source ends, before the end is delivered, so that `retry` subscribes to the source
  /// again. With `.forever`, elements and end are kept; the source is still disposed of when the last subscriber
  /// leaves, and then starts again for the next one. First subscribers that race connect once, and the source is
  /// disposed of before it is subscribed to again, if need be by the thread that disposes of it (law 14).
  @inlinable
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Observable<Element> {
    Sharer(asObservable(), replay: replay, scope).shared
  }
}

/// Runs a source once for all concurrent subscribers.
@usableFromInline
final class Sharer<Element: Sendable>: Sendable {
  @usableFromInline let source: Observable<Element>
  /// Whether the first element is the last, so that later subscribers start again.
  @usableFromInline let hasOneElement: Bool
  /// Whether later subscribers receive the end of the source, so that it never starts again.
  @usableFromInline let keepsTheEnd: Bool
  @usableFromInline let state = Lock(SharerState<Element>())
  @usableFromInline let makeHub: @Sendable () -> Hub<Element>

  @inlinable
  init(
    _ source: Observable<Element>, replay: Int = 0, _ scope: SubjectLifetimeScope = .whileConnected,
    hasOneElement: Bool = false
  ) {
    self.source = source
    self.hasOneElement = hasOneElement
    switch scope {
    case .whileConnected:
      keepsTheEnd = false
      makeHub = { Hub(replay: replay) }
    case .forever:
      keepsTheEnd = true
      let hub = Hub<Element>(replay: replay)
      makeHub = { hub }
    }
  }

  @inlinable var shared: Observable<Element> { Observable(run: { self.add($0) }) }

  @inlinable
  func add(_ sink: Sink<Element>) {
    let (connection, connects) = join()
    let member = NotifyingSlot { if connection.leave() { self.close(connection) } }
    sink.slot.hold(member)
    connection.hub.add(
      Sink(
        slot: member,
        next: { _, element in
          if sink.next(element) { return true }
          member.dispose()
          return false
        },
        end: { ending in
          sink.end(ending)
          member.dispose()
        }))
    if connects { connect(connection) }
  }

  /// Subscribes to the source for a connection that owns it, and then for one that has waited meanwhile.
  ///
  /// It is a loop, because the next connection may also be over before its start has returned.
  @inlinable
  func connect(_ connection: Connection<Element>) {
    var next: Connection<Element>? = connection
    while let current = next {
      if !current.isDisposed { run(current) }
      next = release(current, .started)
    }
  }

  @inlinable
  func run(_ connection: Connection<Element>) {
    source.run(
      Sink(
        slot: connection,
        next: { _, element in
          if self.hasOneElement {
            self.retire(connection) { connection.hub.observer.onNext(element) }
          } else {
            connection.hub.observer.onNext(element, from: connection)
          }
          return !connection.isDisposed
        },
        end: { ending in self.retire(connection) { connection.hub.observer.end(ending) } }))
  }

  /// Returns the current connection, or a new one, and whether the caller must connect it.
  ///
  /// If the source is still used by a previous connection, the call that releases it connects the new one.
  @usableFromInline
  func join() -> (Connection<Element>, connects: Bool) {
    if let current = state.withLock({ $0.join() }) { return (current, false) }
    let fresh = Connection(makeHub())
    _ = fresh.join()
    let (connection, connects, former) = state.withLock { state in
      if let current = state.join() { return (current, false, nil as Connection<Element>?) }
      let former = state.current
      return (fresh, state.begin(fresh), former)
    }
    _ = former  // Released here, outside the lock.
    return (connection, connects)
  }

  /// Ends the connection before its last event is delivered, unless its last subscriber has left.
  ///
  /// A subscriber that subscribes again because of that event therefore starts a new connection, or receives the end
  /// that is kept. What the source holds is released before any `onDisposed`, as it is when the last subscriber leaves.
  @usableFromInline
  func retire(_ connection: Connection<Element>, _ deliverLast: () -> Void) {
    guard !connection.isDisposed, connection.retire(staysOpen: keepsTheEnd) else { return }
    connection.dispose()
    let next = release(connection, .disposed)
    deliverLast()
    if let next { connect(next) }
  }

  /// Disposes of the source, and only then lets the next connection use it.
  @usableFromInline
  func close(_ connection: Connection<Element>) {
    connection.dispose()
    if let next = release(connection, .disposed) { connect(next) }
  }

  /// Notes that a connection needs the source less, and returns the one that the caller must connect now.
  @usableFromInline
  func release(_ connection: Connection<Element>, _ step: SharerState<Element>.Step) -> Connection<Element>? {
    let (next, dropped) = state.withLock { $0.release(connection, step) }
    _ = dropped  // Released here, outside the lock.
    return next
  }
}

/// The connections of a sharer.
///
/// One at a time uses the source: from before it subscribes until the subscription has returned and has been disposed
/// of, whichever is later, so that no other subscribes meanwhile (law 14).
@usableFromInline
struct SharerState<Element: Sendable>: Sendable {
  /// What a connection has done with the source.
  @usableFromInline enum Step: Sendable {
    case started
    case disposed
  }

  /// The connection that subscribers join, if it is not over.
  fileprivate var current: Connection<Element>?
  /// The connection that uses the source.
  private var user: Connection<Element>?
  private var isStarting = false
  private var isOpen = false

  @usableFromInline
  init() {}

  /// Adds a subscriber to the current connection, unless that is over.
  fileprivate func join() -> Connection<Element>? {
    guard let current, current.join() else { return nil }
    return current
  }

  /// Makes a connection the current one, and returns whether it may use the source now.
  fileprivate mutating func begin(_ connection: Connection<Element>) -> Bool {
    current = connection
    guard user == nil else { return false }
    use(connection)
    return true
  }

  private mutating func use(_ connection: Connection<Element>) {
    (user, isStarting, isOpen) = (connection, true, true)
  }

  /// Returns the connection that may use the source now, and one that is dropped.
  fileprivate mutating func release(
    _ connection: Connection<Element>, _ step: Step
  ) -> (next: Connection<Element>?, dropped: Connection<Element>?) {
    var dropped: Connection<Element>?
    if step == .disposed, current === connection, connection.isOver {
      dropped = current
      current = nil
    }
    guard user === connection else { return (nil, dropped) }
    if step == .started { isStarting = false } else { isOpen = false }
    guard !isStarting, !isOpen else { return (nil, dropped) }
    user = nil
    // Any other connection has waited for this one.
    guard let current, current !== connection else { return (nil, dropped) }
    use(current)
    return (current, dropped)
  }
}

/// The two sides of the subject of a connection, which replays only if necessary.
@usableFromInline
struct Hub<Element: Sendable>: Sendable {
  @usableFromInline let observer: AnyObserver<Element>
  @usableFromInline let add: @Sendable (Sink<Element>) -> Void

  @inlinable
  init(replay: Int) {
    if replay > 0 {
      let core = ReplayCore<Element>(limit: replay, replaysAfterTheEnd: true)
      observer = AnyObserver(core)
      add = { core.add($0) }
    } else {
      let core = SubjectCore<Element>()
      observer = AnyObserver(core)
      add = { core.add($0) }
    }
  }
}

/// One run of the source.
///
/// Its ``Slot`` holds the handle of the source. Its elements cease to count when its last subscriber leaves: a subject
/// that is kept forever may have subscribers of the next connection by then.
@usableFromInline
final class Connection<Element: Sendable>: Origin, @unchecked Sendable {  // A constant and a lock.
  @usableFromInline let hub: Hub<Element>
  /// The number of subscribers; nil when no more may join.
  private let members = Lock<Int?>(0)

  init(_ hub: Hub<Element>) {
    self.hub = hub
    super.init()
  }

  /// Whether nobody can join any more.
  var isOver: Bool { members.withLock { $0 == nil } }

  /// Adds a subscriber, or returns false if the connection is over.
  func join() -> Bool {
    members.withLock { members in
      guard let count = members else { return false }
      members = count + 1
      return true
    }
  }

  /// Removes a subscriber, and returns true if it was the last one.
  @usableFromInline
  func leave() -> Bool {
    members.withLock { members in
      guard let count = members else { return false }
      members = count > 1 ? count - 1 : nil
      // Under the lock, so that whoever finds no connection to join finds this one revoked.
      if count == 1 { revoke() }
      return count == 1
    }
  }

  /// Ends the connection, unless its last subscriber has left; returns whether it did.
  ///
  /// If it stays open, subscribers can join forever, and none of them is the last to leave.
  func retire(staysOpen: Bool) -> Bool {
    members.withLock { members in
      guard let count = members else { return false }
      members = staysOpen ? count + 1 : nil
      return true
    }
  }
}
