import Stream
import TestSupport
import Testing

@Suite struct SerialDisposableTests {
  private let serial = SerialDisposable()
  private let counts = [Count(), Count()]

  private func disposable(_ number: Int) -> any Disposable {
    let count = counts[number]
    return Disposables.create { count.increment() }
  }

  @Test func settingADisposableDisposesOfThePreviousOne() {
    serial.disposable = disposable(0)
    expectEqual(counts[0].value, 0)
    serial.disposable = disposable(1)
    expectEqual(counts.map(\.value), [1, 0])
  }

  @Test func disposingDisposesOfTheCurrentDisposable() {
    serial.disposable = disposable(0)
    expectFalse(serial.isDisposed)
    serial.dispose()
    serial.dispose()
    expectEqual(counts[0].value, 1)
    expectTrue(serial.isDisposed)
  }

  @Test func settingAfterDisposalDisposesAtOnce() {
    serial.dispose()
    serial.disposable = disposable(0)
    expectEqual(counts[0].value, 1)
  }
}
