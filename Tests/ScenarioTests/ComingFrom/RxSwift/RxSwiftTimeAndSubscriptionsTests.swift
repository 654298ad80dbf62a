import NetStream
import NetTesting
import Testing

private struct Lost: Error {}

/// The table of operators on "Coming from RxSwift, Combine or ReactiveSwift": time, threads and subscriptions.
@Suite(.netTesting) struct RxSwiftTimeAndSubscriptionsTests {
  private final class Label: Sendable {
    let shown = Captured<Int>()
  }

  private let scheduler = TestScheduler()
  private let source = Observable.of(1, 2)

  @Test func time() {
    let typing = PublishSubject<Int>()
    // Row: timeout, delay, debounce, throttle
    let late = Observable<Int>.never().timeout(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    let delayed = source.delay(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    let debounced = typing.debounce(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    let throttled = typing.throttle(.seconds(1), latest: false, scheduler: scheduler).record(afterEach: .test)
    // Row: timeout(_:other:scheduler:)
    let other = Observable<Int>.never().timeout(.seconds(1), other: source, scheduler: scheduler)
      .record(afterEach: .test)
    // Row: skip(for:scheduler:), skip(_:scheduler:)
    let skipped = typing.skip(for: .seconds(1), scheduler: scheduler).record(afterEach: .test)
    let alsoSkipped = typing.skip(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    // Row: take(for:scheduler:)
    let taken = typing.take(for: .seconds(1), scheduler: scheduler).record(afterEach: .test)
    // Row: just(_:scheduler:) of a single
    let single = Single.just(1, scheduler: scheduler).record(afterEach: .test)
    #expect(single.value == nil)
    typing.onNext(1)
    typing.onNext(2)
    scheduler.advance(by: .seconds(2))
    typing.onNext(3)
    // Row: timeout, delay, debounce, throttle
    #expect(late.error as? StreamError == .timeout)
    #expect(delayed.values == [1, 2])
    #expect(debounced.values == [2])
    #expect(throttled.values == [1, 3])
    // Row: timeout(_:other:scheduler:)
    #expect(other.values == [1, 2])
    // Row: skip(for:scheduler:), skip(_:scheduler:)
    #expect(skipped.values == [3])
    #expect(alsoSkipped.values == [3])
    // Row: take(for:scheduler:)
    #expect(taken.values == [1, 2])
    // Row: just(_:scheduler:) of a single
    #expect(single.value == 1)
  }

  @Test func retryingWithPauses() {
    // Row: retry(backoff:scheduler:)
    let attempts = Captured<Void>()
    let source = Single<Int>.deferred {
      attempts.set(())
      return .error(Lost())
    }
    let backoff = Backoff(maximumAttempts: 3, base: .seconds(1), jitter: 0)
    let recording = source.retry(backoff: backoff, scheduler: scheduler).record(afterEach: .test)
    scheduler.advance(by: .seconds(10))
    #expect(attempts.count == 3)
    #expect(recording.error is Lost)
  }

  @Test func threads() {
    // Row: observe(on:)
    let observed = source.observe(on: scheduler).record(afterEach: .test)
    // Row: subscribe(on:)
    let subscribed = source.subscribe(on: scheduler).record(afterEach: .test)
    #expect(observed.values.isEmpty)
    #expect(subscribed.values.isEmpty)
    scheduler.advance(by: .seconds(1))
    // Row: observe(on:)
    #expect(observed.values == [1, 2])
    // Row: subscribe(on:)
    #expect(subscribed.values == [1, 2])
  }

  @Test func observing() {
    let log = Captured<String>()
    // Row: do
    _ = source.do(onNext: { log.set("\($0)") }, onCompleted: { log.set("end") }).subscribe()
    #expect(log.values == ["1", "2", "end"])
    // Row: debug
    let printed = Captured<String>()
    _ = source.debug("numbers", to: { printed.set($0) }).subscribe()
    #expect(printed.values.first?.hasPrefix("numbers") == true)
    // Row: share(replay:scope:)
    let subscriptions = Captured<Void>()
    let shared = Observable<Int>.never().startWith(1).do(onSubscribe: { subscriptions.set(()) })
      .share(replay: 1, scope: .whileConnected)
    let recordings = [shared.record(afterEach: .test), shared.record(afterEach: .test)]
    #expect(recordings.map(\.values) == [[1], [1]])
    #expect(subscriptions.count == 1)
    // Row: cached()
    let (requests, response) = (Captured<Void>(), PublishSubject<Int>())
    let cached = response.first().do(onSubscribe: { requests.set(()) }).cached()
    let results = [cached.record(afterEach: .test), cached.record(afterEach: .test)]
    response.onNext(1)
    #expect(results.map(\.value) == [1, 1])
    #expect(requests.count == 1)
  }

  @Test func subscribing() {
    let label = Label()
    let log = Captured<String>()
    // Row: subscribe(onNext:onError:onCompleted:onDisposed:)
    _ = source.subscribe(
      onNext: { log.set("\($0)") }, onError: { log.set("\($0)") }, onCompleted: { log.set("completed") },
      onDisposed: { log.set("disposed") })
    #expect(log.values == ["1", "2", "completed", "disposed"])
    // Row: subscribe(onSuccess:onFailure:onDisposed:) of a single
    _ = Single<Int>.error(Lost()).subscribe(
      onSuccess: { log.set("\($0)") }, onFailure: { log.set("\($0)") }, onDisposed: { log.set("disposed") })
    #expect(log.values.suffix(2) == ["Lost()", "disposed"])
    // Row: subscribe { event in … }, subscribe(subject)
    _ = source.subscribe { event in log.set("\(event)") }
    let subject = PublishSubject<Int>()
    // Row: asObservable(), asObserver(), hasObservers
    let recording = subject.asObservable().record(afterEach: .test)
    subject.asObserver().onNext(0)
    #expect(subject.hasObservers)
    // Row: subscribe { event in … }, subscribe(subject)
    _ = source.subscribe(subject)
    #expect(recording.values == [0, 1, 2])
    // Row: subscribe(with:onNext:)
    _ = source.subscribe(with: label, onNext: { label, number in label.shown.set(number) })
    #expect(label.shown.values == [1, 2])
    // Row: withUnretained
    let pairs = source.withUnretained(label).record(afterEach: .test)
    #expect(pairs.values.map { $0.1 } == [1, 2])
    // Row: DisposeBag { … }, insert { … }
    let other = PublishSubject<Int>()
    let bag = DisposeBag {
      other.subscribe()
      other.subscribe()
    }
    bag.insert { other.subscribe() }
    #expect(other.hasObservers)
    bag.dispose()
    #expect(!other.hasObservers)
  }

  @MainActor @Test func subscribingOnTheMainActor() async {
    let (label, received) = (Label(), Captured<Int>())
    // Row: subscribe(onMain:), subscribe(with:onMain:), do(onMain:)
    _ = source.take(1).subscribe(onMain: { number in received.set(number) })
    #expect(await received.next() == 1)
    _ = source.take(1).subscribe(with: label, onMain: { label, number in label.shown.set(number) })
    #expect(await label.shown.next() == 1)
    _ = source.take(1).do(onMain: { number in received.set(number + 1) }).subscribe()
    #expect(await received.next() == 2)
  }

  @Test func awaiting() async throws {
    // Row: values, value
    var numbers: [Int] = []
    for try await number in source.values { numbers.append(number) }
    #expect(numbers == [1, 2])
    #expect(try await source.first().value == 1)
  }
}
