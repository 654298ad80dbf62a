/// The streams of a merge as a value: which run, which wait, and what to do when one ends.
///
/// `Subscription` is the type of the object that ends a running stream. The state never calls it, so tests can use
/// numbers.
@usableFromInline
struct MergeState<Stream: Sendable, Subscription: Sendable>: Sendable {
  /// What the merger must do after a change of the state.
  @usableFromInline enum Action: Sendable {
    case none
    case start(Stream)
    case complete
  }

  @usableFromInline enum Phase: Sendable {
    case open
    /// The source has completed. The last stream to end completes the merge.
    case sourceEnded
    case over
  }

  @usableFromInline let limit: Int
  @usableFromInline var phase = Phase.open
  /// The number of streams that run, plus the number of reservations.
  @usableFromInline var count = 0
  @usableFromInline var waiting = FIFO<Stream>()
  @usableFromInline var subscriptions: [Subscription?] = []
  /// The positions in `subscriptions` that are nil.
  @usableFromInline var free: [Int] = []

  @inlinable
  init(limit: Int) { self.limit = limit }

  /// Adds a stream, which starts now or waits until another has ended (law 11).
  @inlinable
  mutating func add(_ stream: Stream) -> Action {
    guard phase != .over else { return .none }
    guard count < limit else {
      waiting.append(stream)
      return .none
    }
    count += 1
    return .start(stream)
  }

  /// Counts a stream that will be added later, so that the merge does not complete before then.
  @inlinable
  mutating func reserve() { count += 1 }

  /// Registers the subscription of a stream that is about to run.
  ///
  /// Returns the position of the subscription, or nil if the merge is over.
  @inlinable
  mutating func subscribe(_ subscription: Subscription) -> Int? {
    guard phase != .over else { return nil }
    if let position = free.popLast() {
      subscriptions[position] = subscription
      return position
    }
    subscriptions.append(subscription)
    return subscriptions.count - 1
  }

  /// Records that a stream has completed, or that a reservation, which has no position, is no longer needed.
  @inlinable
  mutating func ended(at position: Int?) -> Action {
    guard phase != .over else { return .none }
    if let position {
      subscriptions[position] = nil
      free.append(position)
    }
    if let next = waiting.popFirst() { return .start(next) }
    count -= 1
    return completion()
  }

  @inlinable
  mutating func sourceEnded() -> Action {
    guard phase == .open else { return .none }
    phase = .sourceEnded
    return completion()
  }

  /// Ends the merge.
  ///
  /// Returns what the owner must dispose of and release.
  @inlinable
  mutating func stop() -> (subscriptions: [Subscription?], waiting: FIFO<Stream>) {
    defer {
      phase = .over
      subscriptions = []
      free = []
      waiting = FIFO()
    }
    return (subscriptions, waiting)
  }

  @inlinable
  mutating func completion() -> Action {
    phase == .sourceEnded && count == 0 ? .complete : .none
  }
}
