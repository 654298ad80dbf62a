import Stream
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
    #expect(composite.count == 5)
    composite.dispose()
    composite.dispose()
    #expect(log.entries == [0, 1, 2, 3, 4])
    #expect(composite.isDisposed)
  }

  @Test func removingOneDisposesOfIt() throws {
    let key = try #require(composite.insert(disposable(0)))
    composite.insert(disposable(1))
    composite.remove(for: key)
    composite.remove(for: key)
    #expect(log.entries == [0])
    composite.dispose()
    #expect(log.entries == [0, 1])
  }

  @Test func insertingAfterDisposalDisposesAtOnce() {
    composite.dispose()
    #expect(composite.insert(disposable(0)) == nil)
    #expect(log.entries == [0])
  }
}
