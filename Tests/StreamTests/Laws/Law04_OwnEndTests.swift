import Stream
import Testing

/// Law 4: an operator that ends the stream itself stops a synchronous producer, even if another stream follows and
/// keeps the subscription open.
@Suite struct Law04_OwnEnd {
  struct OwnEnd: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Observable<Int>) -> Observable<Int>
  }

  static let operators: [OwnEnd] = [
    OwnEnd(testDescription: "take") { $0.take(1) },
    OwnEnd(testDescription: "take(while:)") { $0.take(while: { $0 < 0 }) },
    OwnEnd(testDescription: "element(at:)") { $0.element(at: 0) },
    OwnEnd(testDescription: "first") { $0.first().asObservable().compactMap { $0 } },
    OwnEnd(testDescription: "asSingle") { $0.asSingle().asObservable() },
    OwnEnd(testDescription: "map") { $0.map { _ in throw Boom() } },
    OwnEnd(testDescription: "compactMap") { $0.compactMap { _ -> Int? in throw Boom() } },
    OwnEnd(testDescription: "filter") { $0.filter { _ in throw Boom() } },
    OwnEnd(testDescription: "scan") { $0.scan(0) { _, _ in throw Boom() } },
    OwnEnd(testDescription: "reduce") { $0.reduce(0) { _, _ in throw Boom() } },
    OwnEnd(testDescription: "skip(while:)") { $0.skip(while: { _ in throw Boom() }) },
    OwnEnd(testDescription: "take(while:) that throws") { $0.take(while: { _ in throw Boom() }) },
    OwnEnd(testDescription: "distinctUntilChanged") { $0.distinctUntilChanged { _, _ in throw Boom() } },
    OwnEnd(testDescription: "do") { $0.do(onNext: { _ in throw Boom() }) },
    OwnEnd(testDescription: "flatMap") { $0.flatMap { _ -> Observable<Int> in throw Boom() } },
    OwnEnd(testDescription: "flatMapFirst") { $0.flatMapFirst { _ -> Observable<Int> in throw Boom() } },
    OwnEnd(testDescription: "flatMapLatest") { $0.flatMapLatest { _ -> Observable<Int> in throw Boom() } },
    OwnEnd(testDescription: "concatMap") { $0.concatMap { _ -> Observable<Int> in throw Boom() } },
    OwnEnd(testDescription: "withLatestFrom") {
      $0.withLatestFrom(Observable.of(0)) { _, _ in throw Boom() }
    },
    OwnEnd(testDescription: "zip") {
      Observable.zip(Observable.of(0), $0, resultSelector: { _, _ in throw Boom() })
    },
    OwnEnd(testDescription: "combineLatest") {
      Observable.combineLatest(Observable.of(0), $0, resultSelector: { _, _ in throw Boom() })
    },
  ]

  @Test(arguments: operators)
  func theProducerStopsAlthoughAnotherStreamFollows(_ own: OwnEnd) {
    let read = Count()
    let numbers = Observable.from(sequence(first: 0) { $0 < 10_000 ? $0 + 1 : nil }).map { number in
      read.increment()
      return number
    }
    // Neither follower ends, so the subscription never does.
    let whole = Observable.concat(own.apply(numbers).catch { _ in .empty() }, .never())
    let subscription = whole.subscribe { _ in }
    #expect(read.value <= 2)
    subscription.dispose()
  }
}
