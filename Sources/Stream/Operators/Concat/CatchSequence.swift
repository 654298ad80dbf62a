extension Observable {
  /// Runs the first stream of a sequence, and after an error the next, until one completes.
  ///
  /// Use it for alternatives in order of preference, such as a server and its fallback.
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
  /// ![A marble diagram of catchSequence.](catchSequence)
  ///
  /// If the last stream fails, the stream fails with its error. An empty sequence completes at once. The sequence is
  /// read as streams fail, so it may be lazy. A hundred thousand streams keep the stack flat, even if each is the last
  /// one of the one before (law 7).
  @inlinable
  public static func `catch`<Sources: Sequence & Sendable>(
    sequence: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    Observable(series: { .of(sequence, after: .error) })
  }
}
