import NetTesting
import Stream
import TestSupport
import Testing

/// Law 1: what a source sends while a combination of sources delivers follows after the delivery.
@Suite struct Law01_NestedSources {
  struct Combination: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let combine: @Sendable (Observable<Int>, Observable<Int>) -> Observable<[Int]>
    /// What is delivered for 1 of the first source and 10 of the second.
    let before: [[Int]]
    /// What follows if the first source sends 2, and the second 20, during the last of these deliveries.
    let after: [[Int]]
  }

  static let combinations = [
    Combination(
      testDescription: "merge", combine: { Observable.merge($0, $1).map { [$0] } },
      before: [[1], [10]], after: [[2], [20]]),
    Combination(
      testDescription: "combineLatest",
      combine: { Observable.combineLatest($0, $1, resultSelector: { [$0, $1] }) },
      before: [[1, 10]], after: [[2, 10], [2, 20]]),
    Combination(
      testDescription: "zip", combine: { Observable.zip($0, $1, resultSelector: { [$0, $1] }) },
      before: [[1, 10]], after: [[2, 20]]),
    Combination(
      testDescription: "flatMap",
      combine: { first, second in Observable.of(first, second).flatMap { $0 }.map { [$0] } },
      before: [[1], [10]], after: [[2], [20]]),
  ]

  /// Runs a combination, performs an action inside the last delivery of `before`, and returns what was delivered, with
  /// a "returned" after the action.
  private func run(
    _ combination: Combination,
    _ action: @escaping @Sendable (_ first: PublishSubject<Int>, _ second: PublishSubject<Int>) -> Void
  ) -> [String] {
    let first = PublishSubject<Int>()
    let second = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = combination.combine(first.asObservable(), second.asObservable()).subscribe { event in
      switch event {
      case .next(let row):
        log.write("\(row)")
        guard row == combination.before.last else { return }
        action(first, second)
        log.write("returned")
      case .error: log.write("error")
      case .completed: log.write("completed")
      }
    }
    first.onNext(1)
    second.onNext(10)
    subscription.dispose()
    return log.entries
  }

  @Test(arguments: combinations)
  func elementsFollowAfterTheDelivery(_ combination: Combination) {
    let log = run(combination) { first, second in
      first.onNext(2)
      second.onNext(20)
    }
    expectEqual(log, combination.before.map { "\($0)" } + ["returned"] + combination.after.map { "\($0)" })
  }

  @Test(arguments: combinations)
  func completionFollowsAfterTheDelivery(_ combination: Combination) {
    let log = run(combination) { first, second in
      first.onCompleted()
      second.onCompleted()
    }
    expectEqual(log, combination.before.map { "\($0)" } + ["returned", "completed"])
  }

  @Test(arguments: combinations)
  func anErrorFollowsAfterTheDeliveryAndIsTheLastEvent(_ combination: Combination) {
    let log = run(combination) { first, second in
      first.onError(Boom())
      second.onNext(20)
    }
    expectEqual(log, combination.before.map { "\($0)" } + ["returned", "error"])
  }

  @Test(arguments: combinations)
  func whatWaitsIsNotDeliveredToAnOperatorThatHasEndedTheStream(_ combination: Combination) {
    let first = PublishSubject<Int>()
    let second = PublishSubject<Int>()
    let log = Log<[Int]>()
    let failing = combination.combine(first.asObservable(), second.asObservable()).map { row in
      log.write(row)
      guard row == combination.before.last else { return }
      first.onNext(2)
      second.onNext(20)
      throw Boom()
    }
    // What follows keeps the subscription open.
    let subscription = failing.catch { _ in .never() }.subscribe { _ in }
    first.onNext(1)
    second.onNext(10)
    expectEqual(log.entries, combination.before)
    subscription.dispose()
  }

  @Test func anElementInsideADebouncedDeliveryIsDebouncedToo() {
    let scheduler = TestScheduler()
    let source = PublishSubject<Int>()
    let probe = Probe<Int>()
    let subscription = source.asObservable().debounce(.seconds(1), scheduler: scheduler)
      .do(onNext: { if $0 == 1 { source.onNext(2) } }).subscribe(probe.on)
    source.onNext(1)
    scheduler.advance(by: .seconds(1))
    expectEqual(probe.elements, [1])
    scheduler.advance(by: .seconds(1))
    expectEqual(probe.elements, [1, 2])
    subscription.dispose()
  }
}
