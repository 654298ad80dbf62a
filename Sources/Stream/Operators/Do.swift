extension ObservableType {
  /// Looks on: runs closures as things happen and changes nothing.
  ///
  /// ```swift
  /// let logged = Observable.of(1, 2).do(onNext: { print("saw", $0) }, onDispose: { print("gone") })
  /// ```
  ///
  /// ```text
  /// source          --1-----|
  /// do              --1-----|
  /// onNext            1
  /// onCompleted             x
  /// ```
  ///
  /// Each `on` closure runs before the event goes on, each `after` closure when it has been delivered;
  /// `onSubscribe` before the source is subscribed to and `onSubscribed` after; `onDispose` once, after the end
  /// or at disposal. An error that a closure throws is the error of the stream, and the source is disposed of
  /// (law 8); one of an `after` closure of the end comes too late and is lost.
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil,
    afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
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
            let goesOn = sink.next(element)
            do {
              try afterNext?(element)
            } catch {
              // After a stop nobody is there to hear of it.
              if goesOn { finish(.error(error)) }
              return false
            }
            if !goesOn { own?.dispose() }
            return goesOn
          },
          end: { ending in
            do {
              switch ending {
              case .completed: try onCompleted?()
              case .error(let error): try onError?(error)
              }
            } catch {
              return finish(.error(error))
            }
            finish(ending)
            switch ending {
            case .completed: try? afterCompleted?()
            case .error(let error): try? afterError?(error)
            }
          }))
      onSubscribed?()
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
  /// ```text
  /// source     --x
  /// do         --x
  /// onSuccess    x
  /// ```
  ///
  /// Each `on` closure runs before the result goes on, each `after` closure when it has been delivered;
  /// `onSubscribe` before the work starts and `onSubscribed` after; `onDispose` once, after the result or at
  /// disposal. An error that a closure throws is the failure (law 8); one of an `after` closure comes too late
  /// and is lost.
  @inlinable
  public func `do`(
    onSuccess: (@Sendable (Element) throws -> Void)? = nil,
    afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Single<Element> {
    if afterSuccess == nil, afterError == nil, onSubscribed == nil, onDispose == nil {
      return looking(onSuccess, onError, onSubscribe)
    }
    return lifted {
      $0.do(
        onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose)
    }
  }

  /// The looks that need no notice of what comes after the result: they keep a single that is ready ready, and
  /// so the stack flat (law 7).
  @inlinable
  func looking(
    _ onSuccess: (@Sendable (Element) throws -> Void)?,
    _ onError: (@Sendable (any Error) throws -> Void)?,
    _ onSubscribe: (@Sendable () -> Void)?
  ) -> Single<Element> {
    let source = self
    return Single(start: {
      onSubscribe?()
      switch source.start() {
      case .success(let element):
        do { try onSuccess?(element) } catch { return .failure(error) }
        return .success(element)
      case .failure(let error):
        do { try onError?(error) } catch { return .failure(error) }
        return .failure(error)
      case .pending(let attach):
        return .pending { sink in
          attach(
            SingleSink(slot: sink.slot) { event in
              do {
                switch event {
                case .success(let element): try onSuccess?(element)
                case .failure(let error): try onError?(error)
                }
                sink.resolve(event)
              } catch {
                sink.resolve(.failure(error))
              }
            })
        }
      case .tail, .chain:
        return .pending { _ in }  // `start` has followed them.
      }
    })
  }
}
