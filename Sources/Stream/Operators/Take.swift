public import Synchronization

extension ObservableType {
  /// Sends the first `count` elements, then completes.
  ///
  /// ```swift
  /// let firstTwo = Observable.of(1, 2, 3).take(2)
  /// ```
  ///
  /// ```text
  /// source   --1--2--3--4--|
  /// take(2)  --1--(2|)
  /// ```
  ///
  /// ![A marble diagram of take.](take)
  ///
  /// The source is disposed of when the last of them arrives, even if it sends everything at once (law 4). If the count
  /// is zero or less, the source is not subscribed to.
  @inlinable
  public func take(_ count: Int) -> Observable<Element> {
    guard count > 0 else { return .empty() }
    let source = asObservable()
    return Observable(run: { sink in
      let left = Countdown(count)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            let isLast = left.step()
            guard sink.next(element) else { return false }
            if isLast { sink.end(.completed) }
            return !isLast
          },
          end: sink.end))
    })
  }
}

/// Counts down the elements that one subscription may still send.
///
/// The ordering is relaxed, because elements arrive one at a time (law 1).
@usableFromInline
final class Countdown: Sendable {
  @usableFromInline let left: Atomic<Int>

  @inlinable
  init(_ count: Int) {
    left = Atomic(count)
  }

  /// Counts one element, and returns true if it is the last.
  @inlinable
  func step() -> Bool { left.subtract(1, ordering: .relaxed).newValue == 0 }
}
