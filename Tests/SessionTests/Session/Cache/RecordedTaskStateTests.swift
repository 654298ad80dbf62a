import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct RecordedTaskStateTests {
  private struct SilentTask: TransportTask {
    func resume() {}
    func pause() {}
    func proceed() {}
    func cancel() {}
  }

  private let sent = RecordedTaskState.Sent(lastRemoval: 0, time: Date(timeIntervalSince1970: 0))

  @Test func aTaskIsSentOnce() {
    var state = RecordedTaskState()
    expectEqual(state.resume(sending: sent), 1)
    expectNil(state.resume(sending: sent))
    expectEqual(state.send(sent), 2)
  }

  @Test func aTaskThatIsCancelledBeforeItsStartIsNotSent() {
    var state = RecordedTaskState()
    guard case .neverSent = state.cancel() else {
      Issue.record("the receiver is not called")
      return
    }
    expectNil(state.resume(sending: sent))
  }

  @Test func aTaskThatIsPausedBeforeItsStartIsPausedAtItsStart() {
    var state = RecordedTaskState()
    state.isPaused = true
    expectEqual(state.resume(sending: sent), 1)
    let (cancels, pauses) = state.follow(SilentTask())
    #expect(!cancels && pauses)
    expectEqual(state.beginCall()?.call.pauses, true)
  }

  @Test func aTaskThatWasNeverPausedNeedsNoCallAtItsStart() {
    var state = RecordedTaskState()
    expectEqual(state.resume(sending: sent), 1)
    let (cancels, pauses) = state.follow(SilentTask())
    #expect(!cancels && !pauses)
    expectNil(state.beginCall())
  }

  @Test func aTaskThatIsCancelledWhileItIsMadeIsCancelled() {
    var state = RecordedTaskState()
    expectEqual(state.resume(sending: sent), 1)
    guard case .nothing = state.cancel() else {
      Issue.record("there is a task already")
      return
    }
    let (cancels, _) = state.follow(SilentTask())
    expectTrue(cancels)
  }

  @Test func aTaskThatFollowsAPausedOneIsPausedToo() {
    var state = RecordedTaskState()
    expectEqual(state.resume(sending: sent), 1)
    _ = state.follow(SilentTask())
    state.isPaused = true
    if let call = state.beginCall()?.call { state.endCall(call) }
    _ = state.end(1)
    expectEqual(state.send(sent), 2)
    let (_, pauses) = state.follow(SilentTask())
    expectTrue(pauses)
    expectEqual(state.beginCall()?.call.pauses, true)
  }
}
