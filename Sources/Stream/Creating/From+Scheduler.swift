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
  /// Disposing calls off what has not come yet (law 2).
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
  /// Disposing calls off what has not come yet (law 2).
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
  /// Disposing calls off what has not come yet (law 2).
  public static func of(_ elements: Element..., scheduler: some Scheduler) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }

  /// Sends the elements of a sequence and completes, each on the scheduler.
  ///
  /// Use it to let other work of the scheduler in between the elements.
  ///
  /// ```swift
  /// let numbers = Observable.from(1...3, scheduler: MainScheduler.instance)
  /// ```
  ///
  /// ```text
  /// from(1...3, scheduler: s)  -1-2-3-|
  /// ```
  ///
  /// The next element is read when the one before has been delivered; reading stops at disposal (law 4).
  public static func from<Elements: Sequence & Sendable>(
    _ sequence: Elements, scheduler: some Scheduler
  ) -> Observable<Element> where Elements.Element == Element {
    Observable(run: { sink in
      let reader = Reader(sequence.makeIterator(), sink)
      sink.slot.hold(reader)
      // Held before it starts: on a scheduler that runs everything at once, all is over when that returns.
      let steps = Repetition({ reader.step() }, period: .zero, on: scheduler)
      reader.hold(steps)
      steps.start(after: .zero)
    })
  }
}

/// One subscription.
///
/// As a slot it holds what has been scheduled.
private final class Reader<Elements: IteratorProtocol>: Slot, @unchecked Sendable
where Elements.Element: Sendable {
  // Belongs to the step that runs: steps come one at a time.
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
