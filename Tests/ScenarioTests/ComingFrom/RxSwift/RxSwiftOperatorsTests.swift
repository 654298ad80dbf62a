import NetStream
import NetTesting
import Testing

private struct Lost: Error {}
private struct Refused: Error {}

/// The table of operators on "Coming from RxSwift, Combine or ReactiveSwift": those that transform, select and combine.
@Suite(.netTesting) struct RxSwiftOperatorsTests {
  private let source = Observable.of(1, 2, 3, 4)
  private let failing = Observable.just(0).concat(Observable<Int>.error(Lost()))

  private func values<Value: Sendable>(_ stream: Observable<Value>) -> [Value] {
    stream.record(afterEach: .test).values
  }

  private let joined: @Sendable (Int, String) -> String = { "\($0)\($1)" }

  @Test func transforming() {
    // Row: map, filter, compactMap
    let tens = source.map { $0 * 10 }.filter { $0 > 10 }.compactMap { $0 > 30 ? nil : $0 }
    #expect(values(tens) == [20, 30])
    // Row: scan, reduce
    #expect(values(source.scan(0, accumulator: +)) == [1, 3, 6, 10])
    #expect(values(source.reduce(0, accumulator: +)) == [10])
    // Row: scan(into:accumulator:)
    #expect(values(source.scan(into: 0, accumulator: { $0 += $1 })) == [1, 3, 6, 10])
    // Row: reduce(_:accumulator:mapResult:)
    #expect(values(source.reduce(0, accumulator: +, mapResult: { "\($0)" })) == ["10"])
    // Row: toArray
    #expect(source.toArray().record(afterEach: .test).value == [1, 2, 3, 4])
    // Row: mapError
    #expect(failing.mapError { _ in Refused() }.record(afterEach: .test).error is Refused)
    // Row: enumerated
    #expect(values(source.enumerated()).map(\.index) == [0, 1, 2, 3])
    // Row: materialize, dematerialize
    #expect(values(failing.materialize()).map(\.isStopEvent) == [false, true])
    #expect(values(source.materialize().dematerialize()) == [1, 2, 3, 4])
    // Row: startWith
    #expect(values(source.startWith(0)) == [0, 1, 2, 3, 4])
    // Row: expand
    #expect(values(Observable.just(1).expand { $0 < 4 ? Observable.just($0 * 2) : .empty() }) == [1, 2, 4])
    // Row: AnyObserver(subject), event.map
    let subject = PublishSubject<String>()
    let recording = subject.record(afterEach: .test)
    let observer = AnyObserver(subject)
    _ = source.take(1).subscribe { event in observer.on(event.map { "\($0)" }) }
    #expect(recording.values == ["1"])
    // Row: mapObserver
    let texts = PublishSubject<String>()
    let mapped = texts.record(afterEach: .test)
    source.take(1).subscribe(texts.mapObserver { "\($0 + 1)" }).disposed(afterEach: .test)
    #expect(mapped.values == ["2"])
  }

  @Test func flattening() {
    // Row: flatMap
    #expect(values(source.flatMap { Observable.of($0, $0) }) == [1, 1, 2, 2, 3, 3, 4, 4])
    // Row: concatMap
    #expect(values(source.concatMap { Observable.just($0 * 2) }) == [2, 4, 6, 8])
    // Row: flatMapLatest
    let (requests, responses) = (PublishSubject<Int>(), PublishSubject<String>())
    let latest = requests.flatMapLatest { id in responses.map { "\(id)\($0)" } }.record(afterEach: .test)
    // Row: flatMapFirst
    let first = requests.flatMapFirst { id in responses.map { "\(id)\($0)" } }.record(afterEach: .test)
    // Row: switchLatest
    let switched = requests.map { id in responses.map { "\(id)\($0)" } }.switchLatest().record(
      afterEach: .test)
    // Row: merge(maxConcurrent:)
    let merged = requests.map { id in responses.map { "\(id)\($0)" } }.merge(maxConcurrent: 1)
    let one = merged.record(afterEach: .test)
    requests.onNext(1)
    requests.onNext(2)
    responses.onNext("a")
    // Row: flatMapLatest
    #expect(latest.values == ["2a"])
    // Row: flatMapFirst
    #expect(first.values == ["1a"])
    // Row: switchLatest
    #expect(switched.values == ["2a"])
    // Row: merge(maxConcurrent:)
    #expect(one.values == ["1a"])
  }

  @Test func combining() {
    let letters = Observable.of("a", "b")
    // Row: merge, concat, zip, combineLatest
    #expect(values(Observable.merge(.of(1), .of(2))) == [1, 2])
    #expect(values(source.concat(Observable.just(5))).last == 5)
    #expect(values(Observable.zip(source, letters)).map(joined) == ["1a", "2b"])
    #expect(values(Observable.combineLatest(source, letters)).map(joined) == ["4a", "4b"])
    // Row: combineLatest(_:resultSelector:), zip(_:resultSelector:)
    #expect(values(Observable.zip(source, letters, resultSelector: joined)) == ["1a", "2b"])
    let sums = Observable.combineLatest([source, source], resultSelector: { $0[0] + $0[1] })
    #expect(values(sums).last == 8)
    // Row: withLatestFrom
    #expect(values(letters.withLatestFrom(source) { $0 + String($1) }) == ["a4", "b4"])
    // Row: amb
    #expect(values(Observable<Int>.never().amb(source)) == [1, 2, 3, 4])
    // Row: andThen of a single of Void
    let saved: Single<Void> = .just(())
    #expect(saved.andThen(Single.just(1)).record(afterEach: .test).value == 1)
    // Row: zip(_:resultSelector:) of singles
    let sum = Single.zip(Single.just(1), Single.just(2), resultSelector: { $0 + $1 })
    #expect(sum.record(afterEach: .test).value == 3)
    // Row: asSingle
    #expect(source.take(1).asSingle().record(afterEach: .test).value == 1)
  }

  @Test func selecting() {
    // Row: take(_:)
    #expect(values(source.take(2)) == [1, 2])
    // Row: take(while:), take(until:)
    #expect(values(source.take(while: { $0 < 3 })) == [1, 2])
    #expect(values(source.take(until: Observable.just(1))) == [])
    // Row: take(while:behavior:), take(until:behavior:)
    #expect(values(source.take(while: { $0 < 3 }, behavior: .inclusive)) == [1, 2, 3])
    #expect(values(source.take(until: { $0 > 2 }, behavior: .inclusive)) == [1, 2, 3])
    // Row: take(last:), takeLast
    #expect(values(source.take(last: 1)) == [4])
    #expect(values(source.takeLast(1)) == [4])
    // Row: skip
    #expect(values(source.skip(3)) == [4])
    // Row: skip(while:), skip(until:)
    #expect(values(source.skip(while: { $0 < 4 })) == [4])
    #expect(values(source.skip(until: Observable.just(1))) == [1, 2, 3, 4])
    // Row: element(at:)
    #expect(values(source.element(at: 1)) == [2])
    // Row: ignoreElements
    #expect(source.ignoreElements().record(afterEach: .test).isCompleted)
    // Row: first
    #expect(source.first().record(afterEach: .test).value == 1)
    // Row: distinctUntilChanged
    #expect(values(Observable.of(1, 1, 2).distinctUntilChanged()) == [1, 2])
    // Row: distinctUntilChanged(at:), distinctUntilChanged(_:comparer:)
    let words = Observable.of("a", "b", "cc")
    #expect(values(words.distinctUntilChanged(at: \.count)) == ["a", "cc"])
    #expect(values(words.distinctUntilChanged({ $0.count }, comparer: { $0 == $1 })) == ["a", "cc"])
    // Row: ifEmpty(default:)
    #expect(values(Observable<Int>.empty().ifEmpty(default: 1)) == [1])
    // Row: ifEmpty(switchTo:)
    #expect(values(Observable<Int>.empty().ifEmpty(switchTo: source)) == [1, 2, 3, 4])
  }

  @Test func errors() {
    // Row: catch, catchAndReturn
    #expect(values(failing.catch { _ in .just(1) }) == [0, 1])
    #expect(values(failing.catchAndReturn(2)) == [0, 2])
    // Row: catch(sequence:)
    #expect(values(Observable.catch(sequence: [failing, source])) == [0, 1, 2, 3, 4])
    // Row: retry(_:)
    #expect(values(failing.retry(2)) == [0, 0])
    // Row: retry()
    let attempts = Captured<Void>()
    let recovering = Observable<Int>.deferred {
      attempts.set(())
      return attempts.count < 5 ? .error(Lost()) : .just(5)
    }
    #expect(values(recovering.retry()) == [5])
    // Row: retry(when:)
    #expect(values(failing.retry(when: { errors in errors.take(2) })) == [0, 0, 0])
  }
}
