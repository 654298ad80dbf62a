import Synchronization

extension ObservableType {
  /// Runs a stream for an element, and ignores the elements that arrive while it runs.
  ///
  /// Use it for work that must not start twice, such as sending when "Send" is tapped again.
  ///
  /// ```swift
  /// let sent = taps.flatMapFirst { _ in service.send(message) }
  /// ```
  ///
  /// ```text
  /// source                --1--2-----3-----|
  /// flatMapFirst { a-b }  --a-b------a-b---|
  /// ```
  ///
  /// ![A marble diagram of flatMapFirst.](flatMapFirst)
  ///
  /// The closure is not called for ignored elements (law 10). It completes when the source and the inner stream have
  /// completed; an error of either, or of the closure, ends it (laws 8 and 9).
  public func flatMapFirst<Source: ObservableConvertible>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    let source = asObservable()
    return Observable<Source.Element>(run: { sink in
      let merger = Merger(sink, limit: .max)
      let inner = BusyFlag()
      sink.slot.hold(merger)
      source.run(
        Sink(
          slot: merger,
          next: { _, element in
            guard inner.begin() else { return !merger.isDisposed }
            do {
              return merger.add(inner.observed(try selector(element).asObservable()))
            } catch {
              merger.finish(.error(error))
              return false
            }
          },
          end: { merger.sourceEnded($0) }))
    })
  }
}

/// Whether an inner stream runs.
private final class BusyFlag: Sendable {
  private let isBusy = Atomic(false)

  func begin() -> Bool { !isBusy.exchange(true, ordering: .acquiringAndReleasing) }

  /// Returns the same stream, which clears the flag at its end.
  func observed<Element: Sendable>(_ stream: Observable<Element>) -> Observable<Element> {
    Observable<Element>(run: { sink in
      stream.run(
        Sink(
          slot: sink.slot, inlet: sink.inlet,
          end: { ending in
            self.isBusy.store(false, ordering: .releasing)
            sink.end(ending)
          }))
    })
  }
}
