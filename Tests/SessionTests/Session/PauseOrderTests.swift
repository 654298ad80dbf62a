import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The wish of another thread to resume a task, while the transport's thread is just pausing it.
///
/// The buffer was full, and is empty before the pause takes effect.
@Suite struct PauseOrderTests {
  @Test func aConsumerThatCatchesUpBeforeThePauseKeepsTheTaskRunning() {
    let fixture = SessionFixture()
    let consumer = ScriptedConsumer()
    let streamed = fixture.stream(to: consumer, buffer: .backPressure(limit: 1))
    let task = fixture.tasks[0]
    task.onPause.update { $0 = { consumer.proceed() } }
    task.begin()
    for text in ["a", "bcd"] { task.give(text) }
    expectEqual(consumer.log, ["head 200", "a", "bcd"])
    expectFalse(task.isPaused)
    task.finish()
    consumer.proceed()
    expectNotNil(streamed.outcome?.value)
  }

  @Test func aStoreThatCatchesUpBeforeThePauseKeepsTheTaskRunning() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "net-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let cache = try HTTPCache.disk(at: directory, limit: 1 << 24)
    let (resumed, taken, isDone) = (Captured<ScriptedTask>(), DispatchSemaphore(value: 0), Captured<Bool>())
    let fixture = SessionFixture(onResume: { resumed.set($0) }, configure: { $0.cache = cache })
    let mayTake = DispatchSemaphore(value: 0)
    fixture.session.get("https://example.com/a").responseStream(delivery: .inline) { event in
      switch event {
      case .head: _ = mayTake.wait(timeout: .patience)
      case .chunk: taken.signal()
      case .complete: isDone.set(true)
      }
    }
    let task = try #require(await resumed.next(within: .patience))
    let hasTaken = Locked(false)
    task.onPause.update { action in
      action = {
        mayTake.signal()
        hasTaken.update { $0 = taken.wait(timeout: .patience) == .success }
      }
    }
    task.begin()
    // More than waits for a store before the transport is paused.
    task.send(.body(Data(count: 2 << 20)))
    expectTrue(hasTaken.value)
    expectFalse(task.isPaused)
    task.finish()
    expectEqual(await isDone.next(within: .patience), true)
  }
}
