import Stream
import TestSupport
import Testing

@Suite struct DisposableBuilderTests {
  private let log = Log<Int>()

  private func disposable(_ number: Int) -> any Disposable {
    let log = log
    return Disposables.create { log.write(number) }
  }

  @Test func aBagHoldsWhatTheClosureReturns() {
    let bag = DisposeBag {
      disposable(1)
      disposable(2)
    }
    expectTrue(log.entries.isEmpty)
    bag.dispose()
    expectEqual(log.entries, [1, 2])
  }

  @Test func aClosureAddsToABag() {
    let bag = DisposeBag()
    bag.insert {
      disposable(1)
      [disposable(2), disposable(3)]
    }
    bag.dispose()
    expectEqual(log.entries, [1, 2, 3])
  }

  @Test(arguments: [true, false])
  func conditionsAndLoops(_ condition: Bool) {
    let bag = DisposeBag {
      if condition { disposable(1) }
      if condition { disposable(2) } else { disposable(3) }
      for number in 4...5 { disposable(number) }
    }
    bag.dispose()
    expectEqual(log.entries, condition ? [1, 2, 4, 5] : [3, 4, 5])
  }

  @Test func aDisposedBagDisposesAtOnce() {
    let bag = DisposeBag()
    bag.dispose()
    bag.insert { disposable(1) }
    expectEqual(log.entries, [1])
  }
}
