extension Observable {
  /// Runs the first stream of a sequence, and after an error the next, until one completes.
  ///
  /// Use it for alternatives in order of preference: this server, else that one.
  ///
  /// ```swift
  /// let number = Observable<Int>.catch(sequence: [.error(CancellationError()), .just(1)])
  /// ```
  ///
  /// ```text
  /// a                         --1--#
  /// b                         ---2--|
  /// catch(sequence: [a, b])   --1-----2--|
  /// ```
  ///
  /// The error of the last is the error of the stream; of no streams it completes at once. The sequence is read as
  /// streams fail, so it may be lazy. A hundred thousand of them keep the stack flat (law 7).
  @inlinable
  public static func `catch`<Sources: Sequence & Sendable>(
    sequence: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    Observable(run: { sink in
      Sequencer(sequence, sink) { ending in
        if case .error = ending { true } else { false }
      }.run()
    })
  }
}
