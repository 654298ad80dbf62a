#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net
  @testable import NetTesting

  /// Blocking waits with a limit, while the wall clock is set.
  @Suite struct WallClockWaitTests {
    /// Gives another thread time to begin to wait.
    ///
    /// A number of turns would take minutes if a busy machine gives others a processor at each.
    private static func giveWay() {
      let end = ContinuousClock.now + .milliseconds(50)
      while ContinuousClock.now < end { sched_yield() }
    }

    @Test("A wait lasts as long as its limit says although the wall clock is an hour behind")
    func aWaitIsNotShortened() async {
      await #expect(processExitsWith: .success) {
        alarm(.patience)
        // The system's wall clock is an hour ahead of the one that this process reads. A deadline that is
        // computed with one clock and compared with the other has already passed.
        try await SteppedClock.start().step(by: -3_600)
        let turns = ThreadTurns()
        try #require(turns.enter())
        let results = Locked<[Bool]>([])
        let (isThere, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
          isThere.signal()
          let hasEntered = turns.enter(within: .seconds(30))
          results.update { $0.append(hasEntered) }
          isDone.signal()
        }
        isThere.wait()
        // In the meantime the other thread begins to wait.
        Self.giveWay()
        turns.leave()
        isDone.wait()
        try #require(results.value == [true])

        var token: RecordingToken? = RecordingToken()
        let release = try #require(token?.release)
        Thread.detachNewThread {
          let hasCome = release.comes(within: .seconds(30))
          results.update { $0.append(hasCome) }
          isDone.signal()
        }
        Self.giveWay()
        token = nil
        isDone.wait()
        try #require(results.value == [true, true])
      }
    }
  }
#endif
