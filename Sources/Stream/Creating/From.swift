extension Observable {
  /// Sends the elements of a sequence and completes.
  ///
  /// ```swift
  /// let numbers = Observable.from(1...3)
  /// ```
  ///
  /// ```text
  /// from(1...3)  (123|)
  /// ```
  ///
  /// Elements are read one by one, on the subscribing thread. Reading stops when the subscription ends (law 4).
  @inlinable
  public static func from<Elements: Sequence & Sendable>(
    _ sequence: Elements
  ) -> Observable<Element> where Elements.Element == Element {
    Observable(run: { sink in
      guard !sink.slot.isDisposed else { return }
      for element in sequence {
        // `next` is false if the downstream stops. A disposal from elsewhere shows in the slot at once, and in `next`
        // only at the next element.
        guard sink.next(element), !sink.slot.isDisposed else { return }
      }
      sink.end(.completed)
    })
  }

  /// Sends the value, if there is one, and completes.
  ///
  /// ```swift
  /// let parsed = Observable.from(optional: Int("12"))
  /// ```
  ///
  /// ```text
  /// from(optional: 12)   (12|)
  /// from(optional: nil)  |
  /// ```
  ///
  /// Both events are sent before `subscribe` returns (law 1).
  @inlinable
  public static func from(optional: Element?) -> Observable<Element> {
    if let optional { just(optional) } else { empty() }
  }

  /// Sends the elements and completes.
  ///
  /// ```swift
  /// let numbers = Observable.of(1, 2, 3)
  /// ```
  ///
  /// ```text
  /// of(1, 2, 3)  (123|)
  /// ```
  ///
  /// They are sent before `subscribe` returns. Sending stops when the subscription ends (law 4).
  @inlinable
  public static func of(_ elements: Element...) -> Observable<Element> { from(elements) }

  /// Sends the elements of an asynchronous sequence, then its end.
  ///
  /// ```swift
  /// let numbers = Observable.from(AsyncStream<Int> { $0.finish() })
  /// ```
  ///
  /// ```text
  /// sequence        --1--2--end
  /// from(sequence)  --1--2--|
  /// ```
  ///
  /// Each subscription iterates the sequence in its own task, which is cancelled at the end and at disposal (law 2).
  /// Elements are delivered on the task's thread, so virtual time does not apply. Whatever the sequence throws fails
  /// the stream, even a `CancellationError`, so that a sequence that was cut short is not mistaken for a complete one.
  public static func from<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements
  ) -> Observable<Element> where Elements.Element == Element {
    create { observer in
      let task = Task {
        do {
          for try await element in sequence {
            guard !observer.isDisposed else { return }
            observer.onNext(element)
          }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      return Disposables.create { task.cancel() }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns this sequence as an observable.
  ///
  /// ```swift
  /// let numbers = AsyncStream<Int> { $0.finish() }.asObservable()
  /// ```
  ///
  /// ```text
  /// sequence      --1--2--end
  /// asObservable  --1--2--|
  /// ```
  ///
  /// Each subscription iterates the sequence in its own task, which disposal cancels. See ``Observable/from(_:)-4rcdz``
  /// for the guarantees (law 2).
  public func asObservable() -> Observable<Element> { .from(self) }
}
