import Foundation
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
    #expect(state.resume(sending: sent) == 1)
    #expect(state.resume(sending: sent) == nil)
    #expect(state.send(sent) == 2)
  }

  @Test func aTaskThatIsCancelledBeforeItsStartIsNotSent() {
    var state = RecordedTaskState()
    guard case .neverSent = state.cancel() else {
      Issue.record("the receiver is not called")
      return
    }
    #expect(state.resume(sending: sent) == nil)
  }

  @Test func aTaskThatIsPausedBeforeItsStartIsPausedAtItsStart() {
    var state = RecordedTaskState()
    state.isPaused = true
    #expect(state.resume(sending: sent) == 1)
    let (cancels, pauses) = state.follow(SilentTask())
    #expect(!cancels && pauses)
    #expect(state.beginCall()?.call.pauses == true)
  }

  @Test func aTaskThatWasNeverPausedNeedsNoCallAtItsStart() {
    var state = RecordedTaskState()
    #expect(state.resume(sending: sent) == 1)
    let (cancels, pauses) = state.follow(SilentTask())
    #expect(!cancels && !pauses)
    #expect(state.beginCall() == nil)
  }

  @Test func aTaskThatIsCancelledWhileItIsMadeIsCancelled() {
    var state = RecordedTaskState()
    #expect(state.resume(sending: sent) == 1)
    guard case .nothing = state.cancel() else {
      Issue.record("there is a task already")
      return
    }
    let (cancels, _) = state.follow(SilentTask())
    #expect(cancels)
  }

  @Test func aTaskThatFollowsAPausedOneIsPausedToo() {
    var state = RecordedTaskState()
    #expect(state.resume(sending: sent) == 1)
    _ = state.follow(SilentTask())
    state.isPaused = true
    if let call = state.beginCall()?.call { state.endCall(call) }
    _ = state.end(1)
    #expect(state.send(sent) == 2)
    let (_, pauses) = state.follow(SilentTask())
    #expect(pauses)
    #expect(state.beginCall()?.call.pauses == true)
  }
}
