import Stream
import TestSupport
import Testing

/// Law 1: an operator whose last element ended the stream below it sends no end of the source.
@Suite struct Law01_EndAfterStop {
  struct LastElement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Sends one element, and completes.
    let apply: @Sendable (Observable<Int>) -> Observable<Int>
  }

  static let operators: [LastElement] = [
    LastElement(testDescription: "just") { _ in .just(7) },
    LastElement(testDescription: "take") { $0.take(1) },
    LastElement(testDescription: "take(last:)") { $0.take(last: 1) },
    LastElement(testDescription: "element(at:)") { $0.element(at: 0) },
    LastElement(testDescription: "first") { $0.first().asObservable().compactMap { $0 } },
    LastElement(testDescription: "asSingle") { $0.asSingle().asObservable() },
    LastElement(testDescription: "Single.map") { $0.asSingle().map { $0 }.asObservable() },
    LastElement(testDescription: "Single.flatMap") { $0.asSingle().flatMap { .just($0) }.asObservable() },
    LastElement(testDescription: "Single.do") {
      $0.asSingle().do(onSuccess: { _ in }, onDispose: {}).asObservable()
    },
    LastElement(testDescription: "toArray") { $0.toArray().asObservable().map { $0[0] } },
    LastElement(testDescription: "reduce") { $0.reduce(0) { $0 + $1 } },
    LastElement(testDescription: "ifEmpty(default:)") { $0.filter { _ in false }.ifEmpty(default: 7) },
    LastElement(testDescription: "ifEmpty(switchTo:)") {
      $0.filter { _ in false }.ifEmpty(switchTo: .just(7))
    },
    LastElement(testDescription: "take(while:behavior:)") {
      $0.take(while: { _ in false }, behavior: .inclusive)
    },
    LastElement(testDescription: "catch") { $0.map { _ in throw Boom() }.catch { _ in .just(7) } },
    LastElement(testDescription: "catchAndReturn") { $0.map { _ in throw Boom() }.catchAndReturn(7) },
    LastElement(testDescription: "do") { $0.do(onNext: { _ in }, onDispose: {}) },
    LastElement(testDescription: "zip") { Observable.zip($0, .just(0), resultSelector: { one, _ in one }) },
    LastElement(testDescription: "combineLatest") {
      Observable.combineLatest(.just(0), $0, resultSelector: { _, one in one })
    },
    LastElement(testDescription: "amb") { Observable.amb([$0, .never()]) },
    LastElement(testDescription: "merge") { Observable.merge($0, .empty()) },
    LastElement(testDescription: "flatMap") { $0.flatMap { Observable.just($0) } },
    LastElement(testDescription: "flatMapFirst") { $0.flatMapFirst { Observable.just($0) } },
    LastElement(testDescription: "flatMapLatest") { $0.flatMapLatest { Observable.just($0) } },
    LastElement(testDescription: "concatMap") { $0.concatMap { Observable.just($0) } },
    LastElement(testDescription: "share") { $0.share() },
    LastElement(testDescription: "materialize") { $0.materialize().dematerialize() },
    LastElement(testDescription: "retry") { $0.retry(2) },
  ]

  @Test(arguments: operators)
  func theEndIsSentOnce(_ last: LastElement) {
    let probe = Probe<Int>()
    // A second end of the first stream would be mistaken for that of the second, and start the third.
    let subscription = Observable.concat(last.apply(.just(7)).element(at: 0), .never(), .just(9)).subscribe(
      probe.on)
    expectEqual(probe.elements, [7])
    expectEqual(probe.endCount, 0)
    subscription.dispose()
  }
}
