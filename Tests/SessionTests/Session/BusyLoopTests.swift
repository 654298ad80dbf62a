import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Loops on an actor that is busy when the next element, or the end, has arrived.
///
/// A loop whose task or request is cancelled meanwhile receives no further element, and ends as cancelled.
@Suite struct BusyLoopTests {
  private let fixture = SessionFixture(onResume: { $0.begin() })
  private let reader = BusyReader()

  private var request: any NetworkRequesting { fixture.session.get("https://example.com/log") }

  /// What the loop of a request receives.
  enum Loop: String, CaseIterable, Sendable { case chunks, lines, values, events }

  /// Starts a loop, and returns when it waits for its first element.
  private func start(_ loop: Loop) async -> Task<Void, Never> {
    let task =
      switch loop {
      case .chunks: reader.start(request.chunks()) { String(decoding: $0, as: UTF8.self) }
      case .lines: reader.start(request.lines()) { $0 }
      case .values: reader.start(request.jsonLines(of: Int.self)) { "\($0)" }
      case .events: reader.start(request.parsed(by: EventStreamParser())) { $0.data }
      }
    await reader.work { fixture.tasks.first?.hasStarted == true }
    return task
  }

  private func chunk(_ loop: Loop) -> String { loop == .events ? "data: 1\n\n" : "1\n" }

  @Test(arguments: Loop.allCases) func aTaskThatIsCancelledReceivesNoElementThatWasOnItsWay(_ loop: Loop)
    async
  {
    let task = await start(loop)
    fixture.tasks[0].give(chunk(loop))
    await reader.waitForWork()
    task.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["CancellationError()"])
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test(arguments: Loop.allCases) func aTaskThatIsCancelledAfterTheEndIsCancelled(_ loop: Loop) async {
    let task = await start(loop)
    fixture.tasks[0].send(.finished(TransportTimings()))
    await reader.waitForWork()
    task.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["CancellationError()"])
  }

  @Test(arguments: Loop.allCases) func aTaskThatIsCancelledAfterAFailureIsCancelled(_ loop: Loop) async {
    let task = await start(loop)
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    await reader.waitForWork()
    task.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["CancellationError()"])
  }

  @Test(arguments: Loop.allCases)
  func aCancelledRequestHasNoElementThatWasOnItsWay(_ loop: Loop) async {
    let task = await start(loop)
    fixture.tasks[0].give(chunk(loop))
    await reader.waitForWork()
    fixture.session.cancelAll()
    await reader.work()
    expectEqual(reader.log.value, ["cancelled"])
    await task.value
  }

  @Test(arguments: Loop.allCases) func anElementIsReceivedWithoutACancellation(_ loop: Loop) async {
    let task = await start(loop)
    fixture.tasks[0].give(chunk(loop))
    await reader.work()
    fixture.tasks[0].send(.finished(TransportTimings()))
    await reader.work(untilCount: 2)
    expectEqual(reader.log.value.map { $0.trimmingCharacters(in: .newlines) }, ["1", "end"])
    await task.value
  }
}
