extension ObservableType {
  /// Looks on: runs closures as things happen and changes nothing.
  ///
  /// ```swift
  /// let logged = Observable.of(1, 2).do(onNext: { print("saw", $0) }, onDispose: { print("gone") })
  /// ```
  ///
  /// Each closure runs before the event goes on; `onSubscribe` before the source is subscribed to; `onDispose`
  /// once, after the end or at disposal. An error that a closure throws is the error of the stream, and the
  /// source is disposed of (law 8).
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      onSubscribe?()
      let own = onDispose.map { NotifyingSlot($0) }
      if let own { sink.slot.hold(own) }
      let finish: @Sendable (Ending) -> Void = { ending in
        sink.end(ending)
        own?.dispose()
      }
      source.run(
        Sink(
          slot: own ?? sink.slot,
          next: { element in
            do {
              try onNext?(element)
            } catch {
              finish(.error(error))
              return false
            }
            if sink.next(element) { return true }
            own?.dispose()
            return false
          },
          end: { ending in
            do {
              switch ending {
              case .completed: try onCompleted?()
              case .error(let error): try onError?(error)
              }
              finish(ending)
            } catch {
              finish(.error(error))
            }
          }))
    })
  }
}

extension Single {
  /// Looks on: runs closures as things happen and changes nothing.
  ///
  /// ```swift
  /// let logged = Single.just(1).do(onSuccess: { print("got", $0) }, onError: { print("failed:", $0) })
  /// ```
  ///
  /// Each closure runs before the result goes on; `onSubscribe` before the work starts; `onDispose` once, after
  /// the result or at disposal. An error that a closure throws is the failure (law 8).
  public func `do`(
    onSuccess: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Single<Element> {
    lifted {
      $0.do(onNext: onSuccess, onError: onError, onSubscribe: onSubscribe, onDispose: onDispose)
    }
  }
}
