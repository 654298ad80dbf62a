import Stream
import TestSupport
import Testing

/// Law 5 for the closures of operators: while one runs, another thread can send to, subscribe to and dispose of the
/// same stream.
@Suite struct Law05_Closures {
  /// An operator that calls the closure when its source sends an element, or fails.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var failsFirst = false
    let apply: @Sendable (Observable<Int>, @escaping @Sendable () -> Void) -> Observable<Int>

    static let all: [Case] = [
      Case(testDescription: "map") { source, call in
        source.map {
          call()
          return $0
        }
      },
      Case(testDescription: "compactMap") { source, call in
        source.compactMap {
          call()
          return $0
        }
      },
      Case(testDescription: "filter") { source, call in
        source.filter { _ in
          call()
          return true
        }
      },
      Case(testDescription: "scan") { source, call in
        source.scan(0) {
          call()
          return $0 + $1
        }
      },
      Case(testDescription: "distinctUntilChanged") { source, call in
        source.startWith(0).distinctUntilChanged {
          call()
          return $0 == $1
        }
      },
      Case(testDescription: "do") { source, call in source.do(onNext: { _ in call() }) },
      Case(testDescription: "take(while:)") { source, call in
        source.take(while: { _ in
          call()
          return true
        })
      },
      Case(testDescription: "flatMap") { source, call in
        source.flatMap {
          call()
          return Observable.just($0)
        }
      },
      Case(testDescription: "concatMap") { source, call in
        source.concatMap {
          call()
          return Observable.just($0)
        }
      },
      Case(testDescription: "flatMapFirst") { source, call in
        source.flatMapFirst {
          call()
          return Observable.just($0)
        }
      },
      Case(testDescription: "flatMapLatest") { source, call in
        source.flatMapLatest {
          call()
          return Observable.just($0)
        }
      },
      Case(testDescription: "expand") { source, call in
        source.expand { _ in
          call()
          return Observable<Int>.empty()
        }
      },
      Case(testDescription: "zip") { source, call in
        Observable.zip(
          source, .from(0..<100),
          resultSelector: { number, _ in
            call()
            return number
          })
      },
      Case(testDescription: "combineLatest") { source, call in
        Observable.combineLatest(
          source, .of(1),
          resultSelector: { number, _ in
            call()
            return number
          })
      },
      Case(testDescription: "withLatestFrom") { source, call in
        source.withLatestFrom(
          Observable.of(1),
          resultSelector: { number, _ in
            call()
            return number
          })
      },
      Case(testDescription: "share") { source, call in
        source.map {
          call()
          return $0
        }.share(replay: 1)
      },
      Case(testDescription: "catch", failsFirst: true) { source, call in
        source.catch { _ in
          call()
          return .just(0)
        }
      },
      Case(testDescription: "mapError", failsFirst: true) { source, call in
        source.mapError {
          call()
          return $0
        }
      },
      Case(testDescription: "retry(when:)", failsFirst: true) { source, call in
        source.retry(when: { errors in errors.map { _ in call() }.take(1) })
      },
    ]
  }

  @Test(arguments: Case.all)
  func anotherThreadCanSendSubscribeAndDispose(_ operatorCase: Case) {
    let subject = PublishSubject<Int>()
    let subscription = SerialDisposable()
    let calls = Count()
    let ran = Log<Bool>()
    let stream = operatorCase.apply(subject.asObservable()) {
      guard calls.increment() == 1 else { return }
      ran.write(runsOnAnotherThread { subject.onNext(2) })
      ran.write(runsOnAnotherThread { subject.subscribe { _ in }.dispose() })
      ran.write(runsOnAnotherThread { subscription.dispose() })
    }
    subscription.disposable = stream.subscribe { _ in }
    if operatorCase.failsFirst { subject.onError(Boom()) } else { subject.onNext(1) }
    expectEqual(ran.entries, [true, true, true])
    expectFalse(subject.hasObservers)
  }

  @Test func anotherThreadCanSubscribeToASharedStreamDuringItsConnection() {
    let ran = Log<Bool>()
    let bag = DisposeBag()
    let shared = Shared<Observable<Int>>(.never())
    shared.value = Observable<Int>.create { _ in
      ran.write(runsOnAnotherThread { shared.value.subscribe { _ in }.disposed(by: bag) })
      return Disposables.create()
    }.share()
    shared.value.subscribe { _ in }.disposed(by: bag)
    expectEqual(ran.entries, [true])
    shared.value = .never()
  }

  @Test func anotherThreadCanUseASubjectDuringOnDisposed() {
    let subject = PublishSubject<Int>()
    let ran = Log<Bool>()
    let probe = Probe<Int>()
    let other = subject.subscribe(probe.on)
    let subscription = subject.subscribe(onDisposed: {
      ran.write(runsOnAnotherThread { subject.onNext(1) })
    })
    subscription.dispose()
    expectEqual(ran.entries, [true])
    expectEqual(probe.elements, [1])
    other.dispose()
  }
}
