extension Single {
  /// Applies an operator of observables that still sends exactly one element.
  @inlinable
  func lifted(_ operate: (Observable<Element>) -> Observable<Element>) -> Single<Element> {
    let observable = operate(asObservable())
    return Single(pending: { sink in observable.run(first: sink) })
  }
}

extension Observable {
  /// Resolves the sink with the first element, without waiting for the end.
  @inlinable
  func run(first sink: SingleSink<Element>) { run(sink.ofFirst) }
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
