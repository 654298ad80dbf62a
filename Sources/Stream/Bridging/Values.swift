/// How to handle elements that arrive faster than they are consumed.
///
/// An element that arrives while a task waits for one goes to the task, not into the buffer. With a limit of 0 all
/// others are dropped.
public enum BufferingPolicy: Equatable, Sendable {
  /// Keeps all elements.
  case unbounded
  /// Keeps the oldest elements, up to the limit; new ones are dropped while the buffer is full.
  case bufferingOldest(Int)
  /// Keeps the newest elements, up to the limit; older ones are dropped.
  case bufferingNewest(Int)
}

extension ObservableType {
  /// The elements as an asynchronous sequence, to iterate with `for try await`.
  ///
  /// ```swift
  /// func total() async throws -> Int {
  ///   var total = 0
  ///   for try await number in Observable.of(1, 2, 3).values { total += number }
  ///   return total
  /// }
  /// ```
  ///
  /// All elements that have not been consumed are kept; use ``values(buffering:)`` to set a limit. See
  /// ``ObservableValues`` for the other guarantees.
  @inlinable public var values: ObservableValues<Element> { values(buffering: .unbounded) }

  /// Returns the elements as an asynchronous sequence with a limited buffer.
  ///
  /// ```swift
  /// let latest = Observable.of(1, 2, 3).values(buffering: .bufferingNewest(1))
  /// ```
  ///
  /// The limit applies to elements that arrive while no task waits for one. It does not slow down the source (law 17).
  @inlinable
  public func values(buffering policy: BufferingPolicy) -> ObservableValues<Element> {
    ObservableValues(source: asObservable(), policy: policy)
  }
}

/// The elements of an observable as an asynchronous sequence.
///
/// Each iteration subscribes at its first call of `next()`. It ends when the stream completes, and throws the error if
/// the stream fails. Cancelling the iterating task disposes of the subscription and throws `CancellationError`; the
/// sequence itself throws that error in no other case (law 17). Leaving the loop early also disposes of the
/// subscription.
///
/// ```swift
/// func firstLong(_ names: Observable<String>) async throws -> String? {
///   for try await name in names.values where name.count > 10 { return name }
///   return nil
/// }
/// ```
public struct ObservableValues<Element: Sendable>: AsyncSequence, Sendable {
  @usableFromInline let source: Observable<Element>
  @usableFromInline let policy: BufferingPolicy

  @inlinable
  init(source: Observable<Element>, policy: BufferingPolicy) {
    self.source = source
    self.policy = policy
  }

  /// Starts an iteration, which subscribes at the first `next()`.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var batch: [Element] = []
    @usableFromInline var position = 0
    @usableFromInline let inbox: Inbox<Element>
    // Disposes of the subscription when the iterator is destroyed.
    @usableFromInline let lifetime: Lifetime

    @inlinable
    init(_ values: ObservableValues<Element>) {
      let inbox = Inbox(values.source, values.policy)
      self.inbox = inbox
      lifetime = Lifetime(inbox)
    }

    /// Returns the next element, or nil at the end.
    @inlinable
    public mutating func next() async throws -> Element? {
      if position < batch.count, !inbox.isCancelled {
        defer { position += 1 }
        return batch[position]
      }
      batch = try await inbox.nextBatch()
      position = 1
      return batch.first
    }

    /// Returns the next element, on the actor of the loop.
    ///
    /// If the task is cancelled while that actor is busy, no element is delivered after that.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try await next()
    }
  }
}

/// Disposes of a handle when it is deallocated.
@usableFromInline
final class Lifetime: Sendable {
  private let handle: Handle

  @usableFromInline
  init(_ handle: Handle) { self.handle = handle }

  deinit { handle.dispose() }
}
