import TestSupport
import Testing

@testable import Stream

/// A scheduled action can be cancelled before and after the scheduler's disposable is known.
@Suite struct DeadlineTests {
  private let disposed = Count()

  private func scheduled() -> any Disposable { Disposables.create { [disposed] in disposed.increment() } }

  @Test func disposingDisposesOfTheScheduledAction() {
    let deadline = Deadline()
    deadline.hold(scheduled())
    expectEqual(disposed.value, 0)
    deadline.dispose()
    expectEqual(disposed.value, 1)
    expectTrue(deadline.isDisposed)
  }

  @Test func aDisposableThatArrivesAfterDisposalIsDisposedOfAtOnce() {
    let deadline = Deadline()
    deadline.dispose()
    deadline.hold(scheduled())
    expectEqual(disposed.value, 1)
  }

  @Test func disposingTwiceDisposesOfTheScheduledActionOnce() {
    let deadline = Deadline()
    deadline.hold(scheduled())
    deadline.dispose()
    deadline.dispose()
    expectEqual(disposed.value, 1)
  }

  @Test func disposingReleasesTheDisposable() {
    let deadline = Deadline()
    weak var object: Token?
    do {
      let token = Token()
      object = token
      deadline.hold(Disposables.create { withExtendedLifetime(token) {} })
    }
    expectNotNil(object)
    deadline.dispose()
    expectNil(object)
  }

  private final class Token: Sendable {}
}
