import Stream
import TestSupport
import Testing

@Suite struct CompositeDisposableTests {
  private let composite = CompositeDisposable()
  private let log = Log<Int>()

  private func disposable(_ number: Int) -> any Disposable {
    let log = log
    return Disposables.create { log.write(number) }
  }

  @Test func disposesInTheOrderOfInsertion() {
    for number in 0..<5 { composite.insert(disposable(number)) }
    expectEqual(composite.count, 5)
    expectFalse(composite.isDisposed)
    composite.dispose()
    composite.dispose()
    expectEqual(log.entries, [0, 1, 2, 3, 4])
    expectTrue(composite.isDisposed)
  }

  @Test func removingOneDisposesOfIt() throws {
    let key = try #require(composite.insert(disposable(0)))
    composite.insert(disposable(1))
    composite.remove(for: key)
    composite.remove(for: key)
    expectEqual(log.entries, [0])
    composite.dispose()
    expectEqual(log.entries, [0, 1])
  }

  @Test func insertingAfterDisposalDisposesAtOnce() {
    composite.dispose()
    expectNil(composite.insert(disposable(0)))
    expectEqual(log.entries, [0])
  }
}
