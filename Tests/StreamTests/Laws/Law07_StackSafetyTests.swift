import Stream
import TestSupport
import Testing

/// Law 7: a hundred thousand attempts, streams or generations, on a small stack.
@Suite struct Law07_StackSafety {
  private static let many = 100_000

  @Test func retryOfSynchronousErrors() async {
    let last = await lastElementOnASmallStack {
      let attempts = Count()
      return Observable<Int>.deferred {
        let attempt = attempts.increment()
        return attempt < Self.many ? .error(Boom()) : .just(attempt)
      }.retry()
    }
    expectEqual(last, Self.many)
  }

  @Test func singlesThatRecurseThroughDo() async {
    @Sendable func page(_ number: Int) -> Single<Int> {
      Single.just(number).do(onSuccess: { _ in }).flatMap { number in
        number < Self.many ? page(number + 1) : .just(number)
      }
    }
    let last = await onASmallStack {
      let last = Shared<Int?>(nil)
      _ = page(1).subscribe(onSuccess: { last.value = $0 })
      return last.value
    }
    expectEqual(last, Self.many)
  }

  @Test func retryWhenTheNotifierSendsAtOnce() async {
    let last = await lastElementOnASmallStack {
      let attempts = Count()
      return Observable<Int>.deferred {
        let attempt = attempts.increment()
        return attempt < Self.many ? .error(Boom()) : .just(attempt)
      }.retry(when: { $0 })
    }
    expectEqual(last, Self.many)
  }

  @Test func retryOfASingle() async {
    let last = await lastElementOnASmallStack {
      let attempts = Count()
      return Single<Int>.deferred {
        let attempt = attempts.increment()
        return attempt < Self.many ? .error(Boom()) : .just(attempt)
      }.retry().asObservable()
    }
    expectEqual(last, Self.many)
  }

  @Test func concatMapOfJust() async {
    let last = await lastElementOnASmallStack {
      Observable.from(1...Self.many).concatMap { Observable.just($0) }
    }
    expectEqual(last, Self.many)
  }

  @Test func concatMapOfStreamsThatWaited() async {
    let last = await lastElementOnASmallStack {
      // The first stays open until all the others wait; then they end synchronously, one after another.
      let first = PublishSubject<Int>()
      return Observable.merge(
        Observable.from(0...Self.many).concatMap { number in
          number == 0 ? first.asObservable() : Observable.of(number)
        },
        Observable<Int>.deferred {
          first.onCompleted()
          return .empty()
        })
    }
    expectEqual(last, Self.many)
  }

  @Test func flatMap() async {
    let last = await lastElementOnASmallStack { Observable.from(1...Self.many).flatMap { Observable.of($0) } }
    expectEqual(last, Self.many)
  }

  @Test func expand() async {
    let last = await lastElementOnASmallStack {
      Observable.just(1).expand { $0 < Self.many ? Observable.just($0 + 1) : .empty() }
    }
    expectEqual(last, Self.many)
  }

  @Test func singleFlatMapThatRecurses() async {
    @Sendable func count(_ number: Int) -> Single<Int> {
      Single.just(number).flatMap { $0 < Self.many ? count($0 + 1) : .just($0) }
    }
    expectEqual(await lastElementOnASmallStack { count(1).asObservable() }, Self.many)
  }

  @Test func catchThatRecurses() async {
    @Sendable func count(_ number: Int) -> Observable<Int> {
      Observable<Int>.error(Boom()).catch { _ in number < Self.many ? count(number + 1) : .just(number) }
    }
    expectEqual(await lastElementOnASmallStack { count(1) }, Self.many)
  }

  @Test func singleCatchThatRecurses() async {
    @Sendable func count(_ number: Int) -> Single<Int> {
      Single<Int>.error(Boom()).catch { _ in number < Self.many ? count(number + 1) : .just(number) }
    }
    expectEqual(await lastElementOnASmallStack { count(1).asObservable() }, Self.many)
  }

  @Test func tenThousandMapsOnTheDefaultStack() async {
    let elements = await elementsOnTheDefaultStack {
      var observable = Observable.of(0)
      for _ in 0..<10_000 { observable = observable.map { $0 + 1 } }
      return observable
    }
    expectEqual(elements, [10_000])
  }

  @Test func threeThousandDosOnTheDefaultStack() async {
    let elements = await elementsOnTheDefaultStack {
      var observable = Observable.of(1)
      for _ in 0..<3_000 { observable = observable.do(onNext: { _ in }, onDispose: {}) }
      return observable
    }
    expectEqual(elements, [1])
  }

  private func elementsOnTheDefaultStack(_ make: @escaping @Sendable () -> Observable<Int>) async -> [Int] {
    let probe = Probe<Int>()
    await onASmallStack(of: 8 << 20) { _ = make().subscribe(probe.on) }
    return probe.elements
  }
}
