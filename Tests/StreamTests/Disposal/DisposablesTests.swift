import Stream
import TestSupport
import Testing

@Suite struct DisposablesTests {
  @Test func anActionRunsOnce() {
    let count = Count()
    let disposable = Disposables.create { count.increment() }
    race(4) { _ in disposable.dispose() }
    expectEqual(count.value, 1)
  }

  @Test func anActionIsReleasedAfterItHasRun() {
    weak var captured: Token?
    let disposable: any Disposable
    do {
      let token = Token()
      captured = token
      disposable = Disposables.create { withExtendedLifetime(token) {} }
    }
    expectNotNil(captured)
    disposable.dispose()
    expectNil(captured)
  }

  @Test func aGroupDisposesOfAllItsDisposables() {
    let count = Count()
    let both = Disposables.create(
      Disposables.create { count.increment() }, Disposables.create { count.increment() })
    both.dispose()
    expectEqual(count.value, 2)
  }

  @Test func groupsDisposeOfWhatTheyAreMadeWith() {
    let count = Count()
    func some() -> any Disposable { Disposables.create { count.increment() } }
    let groups: [any Disposable] = [
      Disposables.create([some(), some(), some()]),
      CompositeDisposable(disposables: [some(), some(), some()]),
      CompositeDisposable(some(), some(), some()), DisposeBag(disposing: some(), some(), some()),
    ]
    for group in groups { group.dispose() }
    expectEqual(count.value, 12)
  }
}
