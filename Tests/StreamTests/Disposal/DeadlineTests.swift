import Testing

@testable import Stream

/// What a scheduler was asked to do can be cancelled before and after its disposable is known.
@Suite struct DeadlineTests {
  private let disposed = Count()

  private func scheduled() -> any Disposable { Disposables.create { [disposed] in disposed.increment() } }

  @Test func disposingPassesItOn() {
    let deadline = Deadline()
    deadline.hold(scheduled())
    #expect(disposed.value == 0)
    deadline.dispose()
    #expect(disposed.value == 1)
    #expect(deadline.isDisposed)
  }

  @Test func aDisposableThatComesLateIsDisposedOfAtOnce() {
    let deadline = Deadline()
    deadline.dispose()
    deadline.hold(scheduled())
    #expect(disposed.value == 1)
  }

  @Test func disposingTwicePassesItOnOnce() {
    let deadline = Deadline()
    deadline.hold(scheduled())
    deadline.dispose()
    deadline.dispose()
    #expect(disposed.value == 1)
  }

  @Test func disposingLetsGoOfTheDisposable() {
    let deadline = Deadline()
    weak var object: Token?
    do {
      let token = Token()
      object = token
      deadline.hold(Disposables.create { withExtendedLifetime(token) {} })
    }
    #expect(object != nil)
    deadline.dispose()
    #expect(object == nil)
  }

  private final class Token: Sendable {}
}
