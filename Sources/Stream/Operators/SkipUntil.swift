extension ObservableType {
  /// Drops elements until another stream sends one.
  ///
  /// ```swift
  /// let afterwards = prices.skip(until: closed)
  /// ```
  ///
  /// ```text
  /// source              --1--2--3--4--|
  /// other               -------x
  /// skip(until: other)  --------3--4--|
  /// ```
  ///
  /// ![A marble diagram of skipUntil.](skipUntil)
  ///
  /// The other stream is subscribed to first, and disposed of at its first element; an error of either ends the stream.
  /// As in RxSwift, if the source completes while its elements are still dropped, both streams are released (law 2),
  /// but the stream does not complete.
  public func skip<Source: ObservableConvertible>(until other: Source) -> Observable<Element> {
    let source = asObservable()
    let other = other.asObservable()
    return Observable(run: { sink in
      let conductor = Conductor(sink, others: 1)
      let slot = conductor.others[0]
      let isOpen = Variable(false)
      other.run(
        conductor.sinkOfOther(in: slot) { _, _ in
          conductor.perform { isOpen.value = true }
          slot.dispose()
          return false
        })
      source.run(into: conductor, while: isOpen) { ending in
        if case .completed = ending, !isOpen.value { conductor.dispose() } else { conductor.finish(ending) }
      }
    })
  }

  /// Drops elements for a given time.
  ///
  /// ```swift
  /// let settled = positions.skip(for: .seconds(1), scheduler: scheduler)
  /// ```
  ///
  /// ```text
  /// source          --1--2--3--4--|
  /// skip(for: 7 t)  --------3--4--|
  /// ```
  ///
  /// The time starts at the subscription. If an element and the end of the time coincide, the one that the scheduler
  /// runs first counts. The end of the source is sent at once, and the timer is disposed of then (laws 2 and 15).
  public func skip(for duration: Duration, scheduler: some Scheduler) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let conductor = Conductor(sink, others: 1)
      let isOpen = Variable(false)
      conductor.schedule(after: duration, on: scheduler, in: conductor.others[0]) { isOpen.value = true }
      source.run(into: conductor, while: isOpen) { ending in conductor.finish(ending) }
    })
  }
}

extension Observable {
  /// Sends elements while the variable is true, which is read inside the conductor's actions.
  fileprivate func run(
    into conductor: Conductor<Element>, while isOpen: Variable<Bool>,
    end: @escaping @Sendable (Ending) -> Void
  ) {
    guard !conductor.isDisposed else { return }
    run(
      Sink(
        slot: conductor,
        next: { _, element in
          conductor.perform { if isOpen.value { conductor.send(element) } }
          return !conductor.isDisposed
        },
        end: { ending in conductor.perform { end(ending) } }))
  }
}
