import Stream

/// An operator under examination, with the types of what it sends forgotten.
struct LifecycleSubject<Input: Sendable>: Sendable {
  /// What an observer is made of.
  struct Observer: Sendable {
    var log: LifecycleLog
    var token: LifecycleToken
    /// Whether to take one element only, which stops a source that is still being subscribed to.
    var takesOne: Bool
    var onNext: @Sendable () -> Void
  }

  let make: LifecycleSource<Input>.MakeElement
  let connect: @Sendable (LifecycleSource<Input>, LifecycleToken, TestScheduler, Observer) -> any Disposable
}

extension LifecycleSubject {
  static func observable<Output: ObservableConvertible>(
    _ makeOperator: @escaping @Sendable (Observable<Input>, TestScheduler) -> Output,
    make: @escaping LifecycleSource<Input>.MakeElement
  ) -> LifecycleSubject {
    LifecycleSubject(make: make) { source, token, scheduler, observer in
      let log = observer.log
      // `do` sees what comes before the subscription has put a stop to it.
      let seen = makeOperator(source.observable(holding: token), scheduler).asObservable().do(
        onNext: { [weak source] _ in log.write(.element, sentCount: source?.sentCount ?? 0) },
        onError: { log.write(.error($0), sentCount: 0) },
        onCompleted: { log.write(.completion, sentCount: 0) })
      return (observer.takesOne ? seen.take(1) : seen).subscribe(onNext: { _ in observer.receive() })
    }
  }
}

extension LifecycleSubject<Int> {
  static func single<Element: Sendable>(
    _ makeOperator: @escaping @Sendable (Single<Int>, TestScheduler) -> Single<Element>
  ) -> LifecycleSubject {
    let make: LifecycleSource<Int>.MakeElement = { ($0, nil) }
    return LifecycleSubject(make: make) { source, token, scheduler, observer in
      let log = observer.log
      let seen = makeOperator(source.single(holding: token), scheduler).do(
        onSuccess: { _ in
          log.write(.element, sentCount: 0)
        },
        onError: { log.write(.error($0), sentCount: 0) })
      return seen.subscribe(onSuccess: { _ in
        log.write(.completion, sentCount: 0)
        observer.receive()
      })
    }
  }
}

extension LifecycleSubject.Observer {
  func receive() { log.delivering { withExtendedLifetime(token) { onNext() } } }
}
