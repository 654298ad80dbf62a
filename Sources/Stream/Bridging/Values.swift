/// What to do with elements that come faster than they are taken.
public enum BufferingPolicy: Equatable, Sendable {
  /// Keep them all.
  case unbounded
  /// Keep so many of the first; later ones are dropped while the buffer is full.
  case bufferingOldest(Int)
  /// Keep so many of the latest; older ones are dropped.
  case bufferingNewest(Int)
}

extension ObservableType {
  /// The elements, to be iterated with `for try await`.
  ///
  /// ```swift
  /// func total() async throws -> Int {
  ///   var total = 0
  ///   for try await number in Observable.of(1, 2, 3).values { total += number }
  ///   return total
  /// }
  /// ```
  ///
  /// Keeps all elements that have not been taken yet; ``values(buffering:)`` sets a bound. What else holds is said
  /// at ``ObservableValues``.
  @inlinable public var values: ObservableValues<Element> { values(buffering: .unbounded) }

  /// The elements, to be iterated with `for try await`, with a bound on those that wait to be taken.
  ///
  /// ```swift
  /// let latest = Observable.of(1, 2, 3).values(buffering: .bufferingNewest(1))
  /// ```
  ///
  /// The bound holds for what waits to be taken; a source is not held up by it (law 17).
  @inlinable
  public func values(buffering policy: BufferingPolicy) -> ObservableValues<Element> {
    ObservableValues(source: asObservable(), policy: policy)
  }
}

/// The elements of an observable as an asynchronous sequence.
///
/// Each iteration subscribes with its first call of `next()`. It ends when the stream completes and throws
/// its error; cancelling the iterating task disposes of the subscription and throws `CancellationError`, and so
/// does nothing else (law 17). Leaving the loop early disposes too.
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

  /// Starts an iteration; the subscription is made at the first `next()`.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var batch: [Element] = []
    @usableFromInline var position = 0
    @usableFromInline let inbox: Inbox<Element>
    // Ends the subscription when the iterator goes.
    @usableFromInline let lifetime: Lifetime

    @inlinable
    init(_ values: ObservableValues<Element>) {
      let inbox = Inbox(values.source, values.policy)
      self.inbox = inbox
      lifetime = Lifetime(inbox)
    }

    /// The next element, nil at the end.
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
  }
}

/// Disposes of a handle when it goes.
@usableFromInline
final class Lifetime: Sendable {
  private let handle: Handle

  @usableFromInline
  init(_ handle: Handle) { self.handle = handle }

  deinit { handle.dispose() }
}
