import Stream

/// The operator to check, without the types of its elements.
struct LifecycleSubject<Input: Sendable>: Sendable {
  /// The parts of an observer.
  struct Observer: Sendable {
    var log: LifecycleLog
    var token: LifecycleToken
    /// Whether to take only one element, which stops a source during the subscription.
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
      // `do` receives the events before the subscription filters them.
      let seen = makeOperator(source.observable(holding: token), scheduler).asObservable().do(
        onNext: { [weak source] _ in log.write(.element, sentCount: source?.sentCount ?? 0) },
        onError: { log.write(.error($0), sentCount: 0) },
        onCompleted: { log.write(.completion, sentCount: 0) })
      return (observer.takesOne ? seen.take(1) : seen).subscribe(
        onNext: { _ in observer.receive() }, onError: { _ in })
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
      return seen.subscribe(
        onSuccess: { _ in
          log.write(.completion, sentCount: 0)
          observer.receive()
        }, onFailure: { _ in })
    }
  }
}

extension LifecycleSubject.Observer {
  func receive() { log.delivering { withExtendedLifetime(token) { onNext() } } }
}
