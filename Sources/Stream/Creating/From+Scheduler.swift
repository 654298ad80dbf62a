extension Observable {
  /// Sends one element and completes, each on the scheduler.
  ///
  /// ```swift
  /// let one = Observable.just(1, scheduler: MainScheduler.instance)
  /// ```
  ///
  /// ```text
  /// just(1, scheduler: s)  -1-|
  /// ```
  ///
  /// Disposing cancels what has not been sent yet (law 2).
  public static func just(_ element: Element, scheduler: some Scheduler) -> Observable<Element> {
    from(CollectionOfOne(element), scheduler: scheduler)
  }

  /// Sends the value, if there is one, and completes, each on the scheduler.
  ///
  /// ```swift
  /// let parsed = Observable.from(optional: Int("12"), scheduler: MainScheduler.instance)
  /// ```
  ///
  /// ```text
  /// from(optional: 12, scheduler: s)   -12-|
  /// from(optional: nil, scheduler: s)  -|
  /// ```
  ///
  /// Disposing cancels what has not been sent yet (law 2).
  public static func from(optional: Element?, scheduler: some Scheduler) -> Observable<Element> {
    from(optional.map { [$0] } ?? [], scheduler: scheduler)
  }

  /// Sends the elements and completes, each on the scheduler.
  ///
  /// ```swift
  /// let numbers = Observable.of(1, 2, 3, scheduler: MainScheduler.instance)
  /// ```
  ///
  /// ```text
  /// of(1, 2, scheduler: s)  -1-2-|
  /// ```
  ///
  /// Disposing cancels what has not been sent yet (law 2).
  public static func of(_ elements: Element..., scheduler: some Scheduler) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }

  /// Sends the elements of a sequence and completes, each on the scheduler.
  ///
  /// Use it to let other work of the scheduler run between the elements.
  ///
  /// ```swift
  /// let numbers = Observable.from(1...3, scheduler: MainScheduler.instance)
  /// ```
  ///
  /// ```text
  /// from(1...3, scheduler: s)  -1-2-3-|
  /// ```
  ///
  /// Each element is read after the previous one has been delivered. Reading stops at disposal (law 4).
  public static func from<Elements: Sequence & Sendable>(
    _ sequence: Elements, scheduler: some Scheduler
  ) -> Observable<Element> where Elements.Element == Element {
    Observable(run: { sink in
      let reader = Reader(sequence.makeIterator(), sink)
      sink.slot.hold(reader)
      // Held before it starts: a scheduler that runs actions immediately has sent everything when `start` returns.
      let steps = Repetition({ reader.step() }, period: .zero, on: scheduler)
      reader.hold(steps)
      steps.start(after: .zero)
    })
  }
}

extension Single {
  /// Succeeds with an element, on the scheduler.
  ///
  /// ```swift
  /// let one = Single.just(1, scheduler: MainScheduler.instance)
  /// ```
  ///
  /// ```text
  /// just(1, scheduler: s)  -(1)
  /// ```
  ///
  /// Disposing before then cancels it (law 2).
  public static func just(_ element: Element, scheduler: some Scheduler) -> Single<Element> {
    Single(firstOf: .just(element, scheduler: scheduler))
  }
}

/// One subscription of `from(_:scheduler:)`.
///
/// Its ``Slot`` holds the scheduled action.
private final class Reader<Elements: IteratorProtocol>: Slot, @unchecked Sendable
where Elements.Element: Sendable {
  // Used only by the running step; steps run one at a time.
  private var iterator: Elements
  private let sink: Sink<Elements.Element>

  init(_ iterator: Elements, _ sink: Sink<Elements.Element>) {
    self.iterator = iterator
    self.sink = sink
    super.init()
  }

  func step() {
    guard !isDisposed else { return }
    guard let element = iterator.next() else {
      sink.end(.completed)
      return dispose()
    }
    if !sink.next(element) { dispose() }
  }
}
