import Foundation
import NetStream
import NetTesting
import Testing

/// What to write instead of RxSwift's operators that "Coming from RxSwift, Combine or ReactiveSwift" lists under "Not
/// here".
@Suite(.netTesting) struct RxSwiftNotHereTests {
  private struct User: Codable, Equatable { var name: String }

  private let source = Observable.of(1, 2, 3, 4)

  private func values<Value: Sendable>(_ stream: Observable<Value>) -> [Value] {
    stream.record(afterEach: .test).values
  }

  @Test func sequencesReplaceGenerators() {
    // Row: range(start: 1, count: 3)
    let range = Observable.from(1..<4)
    #expect(values(range) == [1, 2, 3])
    // Row: repeatElement(1).take(3)
    let repeated = Observable.from(repeatElement(1, count: 3))
    #expect(values(repeated) == [1, 1, 1])
    // Row: generate(initialState: 1, condition: …, iterate: …)
    let generated = Observable.from(sequence(first: 1) { $0 * 2 }).take(while: { $0 < 10 })
    #expect(values(generated) == [1, 2, 4, 8])
    #expect(
      values(Observable.from(sequence(first: 1) { $0 + 1 }).take(while: { _ in true }).take(2)) == [1, 2])
  }

  /// As in RxSwift's `testUsing_Complete` and `testUsing_ThrowResourceUsage`.
  @Test(arguments: [false, true]) func aResourceIsClosedWithItsStream(fails: Bool) {
    let log = Captured<String>()
    let open: @Sendable () -> String = {
      log.set("open"); return "file"
    }
    let close: @Sendable (String) -> Void = { log.set("close \($0)") }
    let lines: @Sendable (String) throws -> Observable<Int> = { _ in
      if fails { throw StreamError.timeout }
      return .of(1, 2)
    }
    // Row: using(open, observableFactory: lines)
    let using = Observable.deferred {
      let file = open(); return Observable.deferred { try lines(file) }.do(onDispose: { close(file) })
    }
    let recording = using.record(afterEach: .test)
    #expect(recording.values == (fails ? [] : [1, 2]))
    #expect(recording.isCompleted == !fails)
    #expect(log.values == ["open", "close file"])
  }

  @Test func aTimerDelaysASubscription() {
    let scheduler = TestScheduler()
    let source = source
    // Row: source.delaySubscription(.seconds(1), scheduler: scheduler)
    let delayed = Observable<Int>.timer(.seconds(1), scheduler: scheduler).flatMap { _ in source }
    let recording = delayed.record(afterEach: .test)
    #expect(recording.values.isEmpty)
    scheduler.advance(by: .seconds(2))
    #expect(recording.values == [1, 2, 3, 4])
  }

  @Test(arguments: [
    ([], []), ([1], [[1]]), ([1, 2], [[1, 2]]), ([1, 2, 3], [[1, 2], [3]]),
    ([1, 2, 3, 4], [[1, 2], [3, 4]]),
  ])
  func scanBuffers(numbers: [Int], expected: [[Int]]) {
    let source = Observable.from(numbers)
    // Row: source.buffer(timeSpan: .never, count: 2, scheduler: …)
    // Row: collect(2)
    let marked = source.map { $0 as Int? }.concat(Observable.just(nil))
    let groups = marked.scan([Int?]()) { ($0.count == 2 ? [] : $0) + [$1] }
      .filter { $0.count == 2 || $0.contains(nil) }
    let buffered = groups.map { $0.compactMap(\.self) }.filter { !$0.isEmpty }
    let recording = buffered.record(afterEach: .test)
    #expect(recording.values == expected)
    #expect(recording.isCompleted)
    // Row: source.window(timeSpan: .never, count: 2, scheduler: …)
    let windows = buffered.map { Observable.from($0) }
    let sums = windows.flatMap { window in window.reduce(0, accumulator: +) }
    #expect(values(sums) == expected.map { $0.reduce(0, +) })
  }

  @Test func sharedStreams() {
    let subject = PublishSubject<Int>()
    // Row: source.groupBy { $0.isMultiple(of: 2) }
    let shared = subject.share()
    let even = shared.filter { $0.isMultiple(of: 2) }
    let recording = even.record(afterEach: .test)
    subject.onNext(1)
    subject.onNext(2)
    #expect(recording.values == [2])
  }

  /// As RxSwift's `testSample_Simple2`.
  @Test func withLatestFromSamples() {
    let scheduler = TestScheduler(initialClock: 0)
    let subject = scheduler.createHotObservable([
      .next(220, 2), .next(240, 3), .next(290, 4), .next(300, 5), .next(310, 6), .next(360, 7),
      .completed(400),
    ])
    let trigger = scheduler.createHotObservable([
      .next(210, ()), .next(250, ()), .next(260, ()), .next(320, ()), .completed(500),
    ])
    // Row: subject.sample(trigger)
    let sampled = trigger.concat(Observable.just(())).withLatestFrom(subject.enumerated())
      .distinctUntilChanged(at: \.index).map(\.element)
    let result = scheduler.start { sampled }
    #expect(result.events == [.next(250, 3), .next(320, 6), .next(500, 7), .completed(500)])
  }

  @Test func equalElementsAreSampled() {
    let (trigger, subject) = (PublishSubject<Void>(), PublishSubject<Int>())
    // Row: subject.sample(trigger)
    let sampled = trigger.concat(Observable.just(())).withLatestFrom(subject.enumerated())
      .distinctUntilChanged(at: \.index).map(\.element)
    let recording = sampled.record(afterEach: .test)
    for _ in 0..<2 {
      subject.onNext(2)
      trigger.onNext(())
      trigger.onNext(())
    }
    #expect(recording.values == [2, 2])
  }

  @Test func asSingleExpectsOneElement() {
    // Row: source.single()
    #expect(source.asSingle().record(afterEach: .test).error as? StreamError == .moreThanOneElement)
    // Row: source.single { $0 > 3 }
    let one = source.filter { $0 > 3 }.asSingle()
    #expect(one.record(afterEach: .test).value == 4)
  }

  @Test func mapDecodes() {
    let data = Observable.just(Data(#"{"name":"Ada"}"#.utf8))
    // Row: data.decode(type: User.self, decoder: JSONDecoder())
    let users = data.map { try JSONDecoder().decode(User.self, from: $0) }
    #expect(values(users) == [User(name: "Ada")])
    // Row: encode(encoder: JSONEncoder())
    let encoded = users.map { try JSONEncoder().encode($0) }
    #expect(values(encoded) == values(data))
  }

  @Test func debugTrims() {
    // Row: source.debug("a", trimOutput: true)
    _ = source.debug("a", to: { print($0.prefix(40)) }).subscribe()
  }

  @Test func aSubjectConnects() {
    let subject = PublishSubject<Int>()
    let recording = subject.record(afterEach: .test)
    // Row: publish() and connect(), multicast(subject)
    // Row: bind(to: subject)
    _ = source.subscribe(subject)
    #expect(recording.values == [1, 2, 3, 4])
  }

  @Test func sharing() {
    let subject = PublishSubject<Int>()
    let (early, source) = (subject.share(), subject)
    // Row: publish().refCount()
    // Row: RefCountDisposable
    let shared = source.share()
    // Row: replay(1).refCount(), share(replay: 1) of RxSwift 3
    let latest = source.share(replay: 1)
    // Row: replayAll() and connect()
    let all = ReplaySubject<Int>.createUnbounded()
    let connection = source.subscribe(all)
    let recordings = [early, shared, latest, all.asObservable()].map { $0.record(afterEach: .test) }
    subject.onNext(1)
    subject.onNext(2)
    #expect(recordings.map(\.values) == [[1, 2], [1, 2], [1, 2], [1, 2]])
    // Row: publish().refCount()
    #expect(values(shared) == [])
    // Row: RefCountDisposable
    for recording in recordings { recording.dispose() }
    let several = CompositeDisposable(subject.subscribe(), subject.subscribe())
    several.dispose()
    // Row: replay(1).refCount(), share(replay: 1) of RxSwift 3
    #expect(values(latest) == [])
    // Row: replayAll() and connect()
    subject.onNext(3)
    #expect(values(all.asObservable()) == [1, 2, 3])
    connection.dispose()
  }

  @Test func theLastElementForEveryone() {
    // Row: AsyncSubject
    let subject = ReplaySubject<Int>(bufferSize: 1)
    let last = subject.take(last: 1)
    let early = last.record(afterEach: .test)
    let left = last.record(afterEach: .test)
    subject.onNext(1)
    left.dispose()
    subject.onNext(2)
    #expect(early.values == [])
    subject.onCompleted()
    #expect(early.values == [2])
    #expect(left.values == [])
    #expect(values(last) == [2])
  }

  @Test func theOldNames() {
    let failing = Observable<Int>.error(StreamError.timeout)
    let scheduler = TestScheduler()
    // Row: catchError, catchErrorJustReturn, retryWhen
    #expect(values(failing.catch { _ in .just(1) }) == [1])
    #expect(values(failing.catchAndReturn(1)) == [1])
    #expect(values(failing.retry(when: { errors in errors.take(1) })) == [])
    // Row: observeOn, subscribeOn
    let recording = source.subscribe(on: scheduler).observe(on: scheduler).record(afterEach: .test)
    scheduler.advance(by: .seconds(1))
    #expect(recording.values == [1, 2, 3, 4])
    // Row: takeWhile, takeUntil, skipWhile, skipUntil, elementAt
    #expect(values(source.take(while: { $0 < 2 })) == [1])
    #expect(values(source.take(until: Observable<Int>.never())) == [1, 2, 3, 4])
    #expect(values(source.skip(while: { $0 < 4 })) == [4])
    #expect(values(source.skip(until: Observable<Int>.never())) == [])
    #expect(values(source.element(at: 0)) == [1])
  }
}
