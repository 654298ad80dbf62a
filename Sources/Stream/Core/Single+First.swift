extension Single {
  /// Creates a single of the first element of an observable, which does not wait for the end.
  @inlinable
  init(firstOf observable: Observable<Element>) {
    self.init(pending: { sink in observable.run(sink.ofFirst) })
  }

  /// Applies an operator of observables that still sends exactly one element.
  @inlinable
  func lifted(_ operate: (Observable<Element>) -> Observable<Element>) -> Single<Element> {
    Single(firstOf: operate(asObservable()))
  }
}

extension SingleSink {
  /// The sink for an observable whose first element is the result.
  @inlinable var ofFirst: Sink<Element> {
    Sink(
      slot: slot,
      next: { _, element in
        resolve(.success(element))
        return false
      },
      end: { ending in
        switch ending {
        case .completed: resolve(.failure(StreamError.noElements))
        case .error(let error): resolve(.failure(error))
        }
      })
  }
}
