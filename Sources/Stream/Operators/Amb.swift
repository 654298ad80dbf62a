import Synchronization

extension ObservableType {
  /// Sends the events of this stream or another, whichever sends one first.
  ///
  /// Use it to ask two servers, and take the faster one.
  ///
  /// ```swift
  /// let faster = names.amb(lines)
  /// ```
  ///
  /// ```text
  /// source      -----1--2--|
  /// other       --a-----b--c--|
  /// amb(other)  --a-----b--c--|
  /// ```
  ///
  /// ![A marble diagram of amb.](amb)
  ///
  /// The first event decides, even if it is an end. The other stream is then disposed of. This stream is subscribed to
  /// first; if it sends an event at once, the other one is not subscribed to (law 4).
  public func amb<Source: ObservableConvertible>(
    _ other: Source
  ) -> Observable<Element> where Source.Element == Element {
    .amb([asObservable(), other.asObservable()])
  }
}

extension Observable {
  // Hidden from the documentation, because links to the form for observables would become ambiguous.
  /// Sends the events of whichever stream sends one first, of streams of any type.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static func amb(_ sources: [any ObservableConvertible<Element>]) -> Observable<Element> {
    amb(sources.map { $0.asObservable() })
  }

  /// Sends the events of whichever stream sends one first.
  ///
  /// ```swift
  /// let fastest = Observable.amb([names, lines, texts])
  /// ```
  ///
  /// ```text
  /// a           -----1--2--|
  /// b           --a-----b--c--|
  /// amb [a, b]  --a-----b--c--|
  /// ```
  ///
  /// The first event decides, even if it is an end. The other streams are then disposed of. They are subscribed to in
  /// order, until one has sent an event (law 4). An empty sequence never sends anything, as in RxSwift. An array of
  /// subjects, singles and your own types is accepted, too.
  public static func amb<Sources: Sequence>(
    _ sequence: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    let sources = Array(sequence)
    return Observable(run: { sink in
      let contest = Contest(entrants: sources.count)
      sink.slot.hold(contest)
      for (number, source) in sources.enumerated() {
        let slot = contest.slots[number]
        guard !slot.isDisposed else { continue }
        source.run(
          Sink(
            slot: slot,
            next: { _, element in contest.isWon(by: number) && sink.next(element) },
            end: { ending in
              if contest.isWon(by: number) { sink.end(ending) }
              slot.dispose()
            }))
      }
    })
  }
}

/// One subscription of `amb`.
///
/// The first entrant to claim the win keeps it. Only its events are sent, and they come one at a time (law
/// 1), so nothing else must be serialized.
private final class Contest: Handle, @unchecked Sendable {  // Slots are thread-safe; the winner is atomic.
  let slots: [Slot]
  // The number of the winner, or -1.
  private let winner = Atomic(-1)

  init(entrants: Int) {
    slots = (0..<entrants).map { _ in Slot() }
    super.init()
  }

  /// Returns whether the entrant has won, and lets it win if it is the first to ask.
  func isWon(by number: Int) -> Bool {
    let current = winner.load(ordering: .acquiring)
    guard current < 0 else { return current == number }
    guard winner.compareExchange(expected: -1, desired: number, ordering: .acquiringAndReleasing).exchanged
    else { return false }
    for (other, slot) in slots.enumerated() where other != number { slot.dispose() }
    return true
  }

  override func dispose() {
    for slot in slots { slot.dispose() }
  }
}
