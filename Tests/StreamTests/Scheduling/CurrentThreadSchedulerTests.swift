import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct CurrentThreadSchedulerTests {
  private let scheduler = CurrentThreadScheduler()
  private let log = Log<Int>()

  @Test func anActionScheduledInsideAnotherRunsAfterIt() {
    let (scheduler, log) = (scheduler, log)
    scheduler.schedule {
      scheduler.schedule {
        log.write(2)
        scheduler.schedule { log.write(4) }
      }
      scheduler.schedule { log.write(3) }
      log.write(1)
    }
    expectEqual(log.entries, [1, 2, 3, 4])
  }

  @Test func disposingCancelsAWaitingAction() {
    let (scheduler, log) = (scheduler, log)
    scheduler.schedule {
      scheduler.schedule { log.write(2) }.dispose()
      log.write(1)
    }
    expectEqual(log.entries, [1])
  }

  @Test func eachThreadHasItsOwnQueue() {
    let (scheduler, log) = (scheduler, log)
    scheduler.schedule {
      #expect(runsOnAnotherThread { scheduler.schedule { log.write(1) } })
      expectEqual(log.entries, [1])
    }
  }

  @Test func turnsRecursionIntoALoop() {
    let (scheduler, count) = (scheduler, Count())
    @Sendable func step() {
      if count.increment() < 100_000 { scheduler.schedule { step() } }
    }
    step()
    expectEqual(count.value, 100_000)
  }

  @Test func aTaskThatOutlivesTheActionRunsActionsAtOnce() async {
    let (scheduler, log) = (scheduler, log)
    let (actionIsOver, end) = AsyncStream.makeStream(of: Void.self)
    let task = Shared<Task<Void, Never>?>(nil)
    scheduler.schedule {
      task.value = Task {
        for await _ in actionIsOver {}
        scheduler.schedule { log.write(1) }
      }
    }
    end.finish()
    await task.value?.value
    expectEqual(log.entries, [1])
  }
}
