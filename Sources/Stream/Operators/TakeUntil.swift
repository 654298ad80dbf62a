extension ObservableType {
  /// Sends elements until another stream sends one, then completes.
  ///
  /// ```swift
  /// let whileOpen = prices.take(until: closed)
  /// ```
  ///
  /// ```text
  /// source              --1--2--3--4--|
  /// other               ---------x
  /// take(until: other)  --1--2--3|
  /// ```
  ///
  /// ![A marble diagram of takeUntil.](takeUntil)
  ///
  /// The other stream is subscribed to first. If it completes without an element, the source continues; its error ends
  /// the stream. Both are disposed of at the end, at that moment (law 2).
  public func take<Source: ObservableConvertible>(until other: Source) -> Observable<Element> {
    let source = asObservable()
    let other = other.asObservable()
    return Observable(run: { sink in
      let conductor = Conductor(sink, others: 1)
      let slot = conductor.others[0]
      other.run(
        conductor.sinkOfOther(in: slot) { _, _ in
          conductor.perform { conductor.finish(.completed) }
          slot.dispose()
          return false
        })
      source.run(into: conductor)
    })
  }

  /// Sends elements for a given time, then completes.
  ///
  /// ```swift
  /// let firstMinute = prices.take(for: .seconds(60), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source          --1--2--3--4--|
  /// take(for: 9 t)  --1--2--3|
  /// ```
  ///
  /// The time starts at the subscription. If an element and the end of the time coincide, the one that the scheduler
  /// runs first counts. The source is disposed of when the time ends, and the timer when the source ends
  /// (laws 2 and 15).
  public func take(for duration: Duration, scheduler: some Scheduler) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let conductor = Conductor(sink, others: 1)
      conductor.schedule(after: duration, on: scheduler, in: conductor.others[0]) {
        conductor.finish(.completed)
      }
      source.run(into: conductor)
    })
  }
}

extension Observable {
  fileprivate func run(into conductor: Conductor<Element>) {
    guard !conductor.isDisposed else { return }
    run(
      Sink(
        slot: conductor,
        next: { _, element in
          conductor.perform { conductor.send(element) }
          return !conductor.isDisposed
        },
        end: { ending in conductor.perform { conductor.finish(ending) } }))
  }
}
