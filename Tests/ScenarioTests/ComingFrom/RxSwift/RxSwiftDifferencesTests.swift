import Dispatch
import NetStream
import NetTesting
import Synchronization
import Testing

/// What "Coming from RxSwift, Combine or ReactiveSwift" lists under "What differs".
@Suite(.netTesting) struct RxSwiftDifferencesTests {
  private struct Lost: Error {}

  private let scheduler = TestScheduler()

  @Test func types() async {
    // Row: Time is Duration
    let time: RxTimeInterval = .milliseconds(1500)
    #expect(time == Duration.seconds(1.5))
    // Row: Errors are untyped.
    let failed = Observable.just(1).map { _ in throw Lost() }.record(afterEach: .test)
    #expect(failed.error is Lost)
    // Row: Everything is Sendable
    func send<Value: Sendable>(_ value: Value) async -> Value { await Task.detached { value }.value }
    #expect(await send(Observable.just(1)).record(afterEach: .test).values == [1])
    // Row: A single stays a single
    let mapped: Single<Int> = Single.just(1).map { $0 + 1 }
    let observable: Observable<Int> = mapped.asObservable()
    #expect(observable.record(afterEach: .test).values == [2])
  }

  @Test func elementsBeforeTheLoop() async throws {
    // Row: values subscribes at the first next()
    let subject = PublishSubject<Int>()
    let (values, recording) = (subject.values, subject.record(afterEach: .test))
    subject.onNext(1)
    subject.onCompleted()
    var received: [Int] = []
    for try await value in values { received.append(value) }
    #expect(received == [])
    #expect(recording.values == [1])
  }

  @Test func errorsOfOperators() {
    // Row: RxError has no overflow and no disposed(object:)
    let all: Set<String> = ["\(RxError.timeout)", "\(RxError.noElements)", "\(RxError.unknown)"]
    #expect(all.count == 3)
  }

  @Test func coldStreams() {
    // Row: Everything is cold
    let runs = Captured<Void>()
    let cold = Observable.just(1).do(onSubscribe: { runs.set(()) })
    _ = cold.subscribe()
    _ = cold.subscribe()
    #expect(runs.count == 2)
  }

  @Test func schedulersAndThreads() async {
    // Row: Schedulers are always explicit.
    let delayed = Observable.just(1).delay(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    #expect(delayed.values.isEmpty)
    scheduler.advance(by: .seconds(1))
    #expect(delayed.values == [1])
    // Row: Events do not change threads
    let (queue, key) = (DispatchQueue(label: "sender"), DispatchSpecificKey<Bool>())
    queue.setSpecific(key: key, value: true)
    let (subject, isOnQueue) = (PublishSubject<Int>(), Captured<Bool>())
    _ = subject.subscribe(onNext: { _ in isOnQueue.set(DispatchQueue.getSpecific(key: key) == true) })
    queue.async { subject.onNext(1) }
    #expect(await isOnQueue.next() == true)
  }

  @MainActor @Test func theMainActor() async {
    // Row: The main actor
    let received = Captured<Int>()
    var isOnMainActor = false
    _ = Observable.just(1).subscribe(onMain: { number in
      isOnMainActor = true
      received.set(number)
    })
    #expect(!isOnMainActor)
    #expect(await received.next() == 1)
    #expect(isOnMainActor)
    let limit = BehaviorSubject(value: 2)
    let below = Observable.of(1, 2).withLatestFrom(limit) { ($0, $1) }.filter { $0 < $1 }.map(\.0)
    #expect(below.record(afterEach: .test).values == [1])
  }

  @Test func subjectsAndObservables() {
    // Row: A subject is not a subclass of an observable.
    let subject = PublishSubject<Int>()
    let merged = Observable.merge(subject, subject.map { $0 * 2 }).record(afterEach: .test)
    let inner = Observable.just(0).flatMap { _ in subject }.record(afterEach: .test)
    let pairs = Observable.zip(subject, subject) { $0 + $1 }.record(afterEach: .test)
    subject.onNext(3)
    #expect(merged.values == [3, 6])
    #expect(inner.values == [3])
    #expect(pairs.values == [6])
  }

  @Test func errorsWithoutAClosure() {
    // Row: Errors without a closure
    let errors = Captured<String>()
    let subject = PublishSubject<Int>()
    StreamHooks.withUnhandledErrorHandler({ errors.set("\($0)") }) { _ = subject.subscribe() }
    subject.onError(Lost())
    #expect(errors.values == ["Lost()"])
  }

  @Test func combinations() {
    // Row: zip of separate arguments completes earlier
    let (short, long) = (Observable.just(1), Observable.of(2, 3).concat(Observable<Int>.never()))
    #expect(Observable.zip(short, long).record(afterEach: .test).isCompleted)
    // Row: combineLatest([]) and zip([]) complete without an element
    let none: [Observable<Int>] = []
    #expect(Observable.combineLatest(none).record(afterEach: .test).events.count == 1)
    #expect(Observable.zip(none).record(afterEach: .test).events.count == 1)
    // Row: Sequences emit all elements at once
    let pairs = Observable.combineLatest(Observable.of(1, 2), Observable.of("a", "b")) { "\($0)\($1)" }
    #expect(pairs.record(afterEach: .test).values == ["2a", "2b"])
    let queue = CurrentThreadScheduler.instance
    let queued = Observable.combineLatest(
      Observable.of(1, 2, scheduler: queue), Observable.of("a", "b", scheduler: queue)
    ) { "\($0)\($1)" }.subscribe(on: queue)
    #expect(queued.record(afterEach: .test).values.first == "1a")
  }

  @Test func orderOfSubscriptions() {
    // Row: skip(until:) subscribes to the other stream first
    let skipped = Observable.of(1, 2).skip(until: Observable.just(0)).record(afterEach: .test)
    #expect(skipped.values == [1, 2])
    let subject = PublishSubject<Int>()
    let begun = subject.skip(until: subject.filter { $0 == 2 }).record(afterEach: .test)
    for number in 1...3 { subject.onNext(number) }
    #expect(begun.values == [2, 3])
    // Row: No stream is subscribed to that comes too late
    let subscriptions = Captured<Void>()
    let late = Observable.just(2).do(onSubscribe: { subscriptions.set(()) })
    #expect(Observable.just(1).amb(late).record(afterEach: .test).values == [1])
    #expect(late.take(until: Observable.just(0)).record(afterEach: .test).values == [])
    let failed = Observable<Int>.error(Lost())
    #expect(Observable<Int>.zip([failed, late]).catchAndReturn([]).record(afterEach: .test).values == [[]])
    #expect(
      Observable<Int>.combineLatest([failed, late]).catchAndReturn([]).record(afterEach: .test).values == [[]]
    )
    #expect(late.withLatestFrom(failed).catchAndReturn(3).record(afterEach: .test).values == [3])
    #expect(subscriptions.count == 0)
  }

  @Test func attempts() {
    // Row: retry(_:) counts attempts
    let attempts = Captured<Void>()
    let failing = Observable<Int>.error(Lost()).do(onSubscribe: { attempts.set(()) })
    #expect(failing.retry(0).record(afterEach: .test).isCompleted)
    #expect(attempts.count == 0)
    #expect(failing.retry(3).record(afterEach: .test).error is Lost)
    #expect(attempts.count == 3)
  }

  @Test func streamsThatCompleteWithoutAnElement() {
    // Row: An until stream that completes without an element does nothing
    let (source, trigger) = (PublishSubject<Int>(), Observable<Void>.empty())
    let taken = source.take(until: trigger).record(afterEach: .test)
    let skipped = source.skip(until: trigger).record(afterEach: .test)
    let ended = source.take(until: trigger.concat(Observable.just(()))).record(afterEach: .test)
    let begun = source.skip(until: trigger.concat(Observable.just(()))).record(afterEach: .test)
    source.onNext(1)
    source.onCompleted()
    #expect(taken.values == [1])
    #expect(skipped.values == [])
    #expect(!skipped.isCompleted)
    #expect(ended.values == [])
    #expect(ended.isCompleted)
    #expect(begun.values == [1])
    skipped.dispose()
  }

  @Test func pendingElements() {
    // Row: debounce and throttle keep the pending element
    let debounced = Observable.of(1, 2).debounce(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    #expect(debounced.values == [2])
    let throttled = Observable.of(1, 2).throttle(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    scheduler.advance(by: .seconds(1))
    #expect(throttled.values == [1, 2])
    #expect(throttled.isCompleted)
    let first = Observable.of(1, 2).throttle(.seconds(1), latest: false, scheduler: scheduler)
    let dropped = first.record(afterEach: .test)
    scheduler.advance(by: .seconds(1))
    #expect(dropped.values == [1])
  }

  @Test func errorsAreNotDelayed() {
    // Row: delay does not delay an error
    let subject = PublishSubject<Int>()
    let delayed = subject.delay(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    subject.onNext(1)
    subject.onError(Lost())
    #expect(delayed.error is Lost)
    scheduler.advance(by: .seconds(1))
    #expect(delayed.values == [])
  }

  @Test func disposals() {
    // Row: A disposal inside a closure stops the subscriber, not the element that is on its way
    let (subject, subscription) = (PublishSubject<Int>(), SerialDisposable())
    let (mapped, received) = (Captured<Int>(), Captured<Int>())
    subscription.disposable = subject.map { number in
      subscription.dispose()
      return number
    }.do(onNext: { mapped.set($0) }).subscribe(onNext: { received.set($0) })
    subject.onNext(1)
    #expect(mapped.values == [1])
    #expect(received.values.isEmpty)
    // Row: Subjects have no dispose()
    subject.onCompleted()
    #expect(subject.record(afterEach: .test).isCompleted)
  }

  @Test func times() {
    // Row: delay and observe(on:) send events that are due at the same time in one step.
    let scheduler = TestScheduler(initialClock: 0)
    let result = scheduler.start { Single.just(1).delay(.seconds(10), scheduler: scheduler).asObservable() }
    #expect(result.events == [.next(210, 1), .completed(210)])
    let just = TestScheduler(initialClock: 0)
    let immediate = just.start { Single.just(1, scheduler: just).asObservable() }
    #expect(immediate.events == [.next(201, 1), .completed(201)])
    let observer = scheduler.createObserver(Int.self)
    _ = Observable.of(1, 2).observe(on: scheduler).subscribe(observer)
    scheduler.start()
    #expect(observer.events == [.next(1001, 1), .next(1001, 2), .completed(1001)])
    // Row: subscribe(on:) disposes immediately
    let disposed = Captured<Void>()
    let source = Observable<Int>.never().do(onDispose: { disposed.set(()) })
    let subscription = source.subscribe(on: scheduler).subscribe()
    scheduler.advance(by: 1)
    subscription.dispose()
    #expect(disposed.count == 1)
  }

  @Test func releases() {
    // Row: At the end of a stream its source is released first
    let (subject, log) = (PublishSubject<Int>(), Captured<String>())
    let source = Observable.create { observer in
      let subscription = subject.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        log.set("source")
      }
    }
    _ = source.do(onDispose: { log.set("first") })
      .do(afterCompleted: { log.set("after") }, onDispose: { log.set("last") })
      .subscribe(onDisposed: { log.set("onDisposed") })
    subject.onCompleted()
    #expect(log.values == ["source", "onDisposed", "after", "last", "first"])
    // Row: A result that the closure of Single.create reports before it returns
    let order = Captured<String>()
    _ = Single<Int>.create { done in
      done(.success(1))
      order.set("returning")
      return Disposables.create { order.set("disposer") }
    }.subscribe(onSuccess: { order.set("\($0)") })
    #expect(order.values == ["returning", "disposer", "1"])
  }

  @Test func arguments() {
    let source = Observable.of(1, 2)
    // Row: A negative argument does not stop the process
    #expect(
      source.element(at: -1).record(afterEach: .test).error as? StreamError == .argumentOutOfRange)
    #expect(source.take(last: -1).record(afterEach: .test).values == [])
    #expect(source.take(-1).record(afterEach: .test).isCompleted)
    #expect(source.retry(-1).record(afterEach: .test).values == [])
    let merged = Observable.of(source, source).merge(maxConcurrent: 0)
    #expect(merged.record(afterEach: .test).values == [1, 2, 1, 2])
  }

  @Test func retrying() {
    // Row: retry(when:) always runs an attempt that its notifier has requested.
    let attempts = Captured<Void>()
    let source = Observable<Int>.deferred {
      attempts.set(())
      return attempts.count == 1 ? .error(Lost()) : .just(7)
    }
    #expect(source.retry(when: { errors in errors.take(1) }).record(afterEach: .test).values == [7])
  }

  @Test func sharing() {
    // Row: share
    let runs = Captured<Void>()
    let source = Observable.just(1).do(onSubscribe: { runs.set(()) })
    let (shared, forever) = (source.share(), source.share(replay: 1, scope: .forever))
    _ = (shared.subscribe(), shared.subscribe())
    #expect(runs.count == 2)
    _ = (forever.subscribe(), forever.subscribe())
    #expect(runs.count == 3)
  }

  @Test func demandAndOrder() async throws {
    // Row: There is no back-pressure inside a chain
    let numbers = Observable.of(1, 2, 3).values(buffering: .bufferingNewest(1))
    var iterator = numbers.makeAsyncIterator()
    #expect(try await iterator.next() == 3)
    // Row: Re-entrant elements stay in order.
    let (subject, log) = (PublishSubject<Int>(), Captured<Int>())
    _ = subject.subscribe(onNext: { if $0 == 1 { subject.onNext(2) } })
    _ = subject.subscribe(onNext: { log.set($0) })
    subject.onNext(1)
    #expect(log.values == [1, 2])
    let (state, seen) = (BehaviorSubject(value: 0), Captured<Int>())
    _ = state.subscribe(onNext: { number in
      if number == 1 { state.onNext(2) }
      seen.set((try? state.value()) ?? -1)
    })
    state.onNext(1)
    #expect(seen.values == [0, 1, 2])
    // Row: Releasing a disposable does not dispose of it
    do { _ = subject.subscribe() }
    #expect(subject.hasObservers)
  }
}
