import TestSupport
import Testing

@testable import NetTesting

// The waits of an hour end only if a test hangs.
@Suite(.timeLimit(.minutes(10))) struct ChangesTests {
  private let changes = Changes()

  @Test func aChangeBeforeWaitingIsNotMissed() async {
    let version = changes.version
    changes.notify()
    await changes.wait(after: version, upTo: .seconds(3600))
    expectNotEqual(changes.version, version)
  }

  @Test func aChangeWakesEveryWaiter() async {
    let (changes, woken) = (changes, Captured<Int>())
    await withTaskGroup { group in
      for number in 0..<20 {
        let version = changes.version
        group.addTask {
          await changes.wait(after: version, upTo: .seconds(3600))
          woken.set(number)
        }
      }
      changes.notify()
    }
    expectEqual(woken.values.sorted(), Array(0..<20))
  }

  @Test func waitingEndsAtTheTimeLimit() async {
    let version = changes.version
    await changes.wait(after: version, upTo: .milliseconds(1))
    expectEqual(changes.version, version)
  }

  @Test func aHugeTimeLimitDoesNotTrap() async {
    let version = changes.version
    changes.notify()
    await changes.wait(after: version, upTo: .seconds(Int64.max))
    expectNotEqual(changes.version, version)
  }
}
