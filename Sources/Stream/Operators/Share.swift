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
  /// again. With `.forever`, elements and end are kept. First subscribers that race connect once, and the source is
  /// disposed of before it is subscribed to again (law 14).
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
  @usableFromInline let current = Lock<Connection<Element>?>(nil)
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
    let (connection, isFirst) = join()
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
    if isFirst { connect(connection) }
  }

  @inlinable
  func connect(_ connection: Connection<Element>) {
    guard !connection.isDisposed else { return }
    source.run(
      Sink(
        slot: connection,
        next: { _, element in
          if self.hasOneElement {
            guard !connection.isDisposed, self.retire(connection) else { return false }
            connection.hub.observer.onNext(element)
          } else {
            connection.hub.observer.onNext(element, from: connection)
          }
          return !connection.isDisposed
        },
        end: { ending in
          guard !connection.isDisposed, self.retire(connection) else { return }
          connection.hub.observer.end(ending)
        }))
  }

  /// Returns the current connection, or a new one, which the caller connects.
  @usableFromInline
  func join() -> (Connection<Element>, isFirst: Bool) {
    let found = current.withLock { current in current?.join() == true ? current : nil }
    if let found { return (found, false) }
    let fresh = Connection(makeHub())
    let (connection, former) = current.withLock { current in
      if let current, current.join() { return (current, nil as Connection<Element>?) }
      defer { current = fresh }
      _ = fresh.join()
      return (fresh, current)
    }
    // It is over, but the thread that ended it may not have disposed of it yet, and a source is disposed of before it
    // is subscribed to again.
    former?.dispose()
    return (connection, connection === fresh)
  }

  /// Ends the connection before its last event is delivered; returns false if its last subscriber has left.
  ///
  /// A subscriber that subscribes again because of that event therefore starts a new connection, or receives the end
  /// that is kept. What the source holds is released before any `onDisposed`, as it is when the last subscriber leaves.
  @usableFromInline
  func retire(_ connection: Connection<Element>) -> Bool {
    guard connection.retire(staysOpen: keepsTheEnd) else { return false }
    if keepsTheEnd { connection.dispose() } else { close(connection) }
    return true
  }

  /// Disposes of the source first: whoever finds no connection subscribes to it again.
  @usableFromInline
  func close(_ connection: Connection<Element>) {
    connection.dispose()
    forget(connection)
  }

  private func forget(_ connection: Connection<Element>) {
    let dropped = current.withLock { current -> Connection<Element>? in
      guard current === connection else { return nil }
      defer { current = nil }
      return current
    }
    _ = dropped  // Released here, outside the lock.
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
/// As a slot it holds the source's handle. Its elements cease to count when its last subscriber leaves: a subject that is
/// kept for ever may have subscribers of the next connection by then.
@usableFromInline
final class Connection<Element: Sendable>: Origin, @unchecked Sendable {  // A constant and a lock.
  @usableFromInline let hub: Hub<Element>
  /// The number of subscribers; nil when no more may join.
  private let members = Lock<Int?>(0)

  init(_ hub: Hub<Element>) {
    self.hub = hub
    super.init()
  }

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
  /// If it stays open, subscribers can join for ever, and none of them is the last to leave.
  func retire(staysOpen: Bool) -> Bool {
    members.withLock { members in
      guard let count = members else { return false }
      members = staysOpen ? count + 1 : nil
      return true
    }
  }
}
