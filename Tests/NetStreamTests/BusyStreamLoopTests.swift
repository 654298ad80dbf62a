import Foundation
import NetStream
import NetTesting
import TestSupport
import Testing

/// Loops over a stream request on an actor that is busy when the next element, or the end, has arrived.
@Suite struct BusyStreamLoopTests {
  private let fixture = SessionFixture(onResume: { $0.begin() })
  private let reader = BusyReader()

  /// A loop with back-pressure, and one over the values of a stream.
  enum Loop: CaseIterable, Sendable { case chunks, values }

  /// Starts a loop, and returns when it waits for its first element.
  private func start(_ loop: Loop) async -> Task<Void, Never> {
    let request = fixture.session.stream.get("https://example.com/log")
    let task =
      switch loop {
      case .chunks:
        reader.start(request.chunks() as RequestedSequence<ResponseChunks>) {
          String(decoding: $0, as: UTF8.self)
        }
      case .values: reader.start(request.lines().values) { "\($0)\n" }
      }
    await reader.work { fixture.tasks.first?.hasStarted == true }
    return task
  }

  @Test(arguments: Loop.allCases) func aTaskThatIsCancelledReceivesNoElementThatWasOnItsWay(_ loop: Loop)
    async
  {
    let task = await start(loop)
    fixture.tasks[0].give("1\n")
    await reader.waitForWork()
    task.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["CancellationError()"])
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test(arguments: Loop.allCases) func aTaskThatIsCancelledAfterTheEndIsCancelled(_ loop: Loop) async {
    let task = await start(loop)
    fixture.tasks[0].finish()
    await reader.waitForWork()
    task.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["CancellationError()"])
  }

  @Test(arguments: Loop.allCases) func anElementIsReceivedWithoutACancellation(_ loop: Loop) async {
    let task = await start(loop)
    fixture.tasks[0].give("1\n")
    await reader.work()
    fixture.tasks[0].finish()
    await reader.work(untilCount: 2)
    expectEqual(reader.log.value, ["1\n", "end"])
    await task.value
  }
}
