#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlTaskStateTests {
    private struct IgnoringReceiver: TransportReceiver {
      func receive(_ event: TransportEvent) {}
    }

    private struct Broken: Error {}

    private var state = CurlTaskState(receiver: IgnoringReceiver())

    private mutating func complete() -> Bool {
      state.complete(.finished([:], TransportTimings()))
    }

    private mutating func cancel() -> Bool { state.cancel() != nil }

    /// The next delivery, as text.
    private mutating func next() -> String {
      switch state.next() {
      case .nothing: "nothing"
      case .proceeds: "proceeds"
      case .event(.finished): "finished"
      case .event(.failed(let error, let phase)):
        error is CancellationError ? "cancelled" : "failed \(phase)"
      case .event(.body(let chunk)): "body of \(chunk.count)"
      case .event(.head): "head"
      case .event: "other"
      }
    }

    @Test mutating func aTaskIsSentOnce() {
      expectEqual(state.resume(), true)
      expectEqual(state.resume(), false)
    }

    @Test mutating func aTaskEndsOnce() {
      _ = state.resume()
      expectEqual(complete(), true)
      expectEqual(next(), "finished")
      expectEqual(next(), "nothing")
      expectEqual(complete(), false)
      expectEqual(cancel(), false)
    }

    @Test mutating func aTaskCancelledBeforeItIsSentIsNotSent() {
      expectEqual(cancel(), true)
      expectEqual(state.resume(), false)
      expectEqual(complete(), true)
      expectEqual(next(), "cancelled")
    }

    @Test mutating func cancellingNotifiesTheLoopOnceAndDeliversOnlyTheEnd() {
      _ = state.resume()
      _ = state.add(.head(ResponseHead(status: 200)))
      expectTrue(state.isInProgress)
      expectEqual(cancel(), true)
      expectEqual(cancel(), false)
      expectFalse(state.isInProgress)
      expectEqual(state.admit(), .ends)
      expectEqual(next(), "nothing")
      expectEqual(complete(), true)
      expectEqual(next(), "cancelled")
    }

    @Test mutating func eventsAreDeliveredInOrderByOneThread() {
      _ = state.resume()
      expectEqual(state.add(.head(ResponseHead(status: 200))), true)
      expectEqual(state.add(.body(Data(count: 3))), false)
      expectEqual(next(), "head")
      expectEqual(complete(), false)
      expectEqual(next(), "body of 3")
      expectEqual(next(), "finished")
    }

    @Test mutating func aChunkWaitsWhileTheTaskIsPaused() {
      _ = state.resume()
      state.pause()
      expectEqual(state.admit(), .waits)
      expectEqual(state.releaseBody(), false)
      expectEqual(state.proceed(), true)
      expectEqual(state.releaseBody(), true)
      expectEqual(state.releaseBody(), false)
      expectEqual(state.admit(), .passes)
    }

    @Test mutating func aChunkWaitsWhileTooMuchIsUndelivered() {
      _ = state.resume()
      expectEqual(state.admit(), .passes)
      _ = state.add(.body(Data(count: CurlTaskState.limit)))
      expectEqual(state.admit(), .waits)
      expectEqual(state.releaseBody(), false)
      expectEqual(next(), "body of \(CurlTaskState.limit)")
      expectEqual(next(), "proceeds")
      expectEqual(state.releaseBody(), true)
      expectEqual(state.admit(), .passes)
    }

    @Test mutating func proceedNotifiesTheLoopOnlyIfAChunkWaits() {
      _ = state.resume()
      state.pause()
      expectEqual(state.proceed(), false)
      expectEqual(state.proceed(), false)
    }

    @Test mutating func aPauseAfterProceedStaysInEffect() {
      _ = state.resume()
      state.pause()
      _ = state.admit()
      expectEqual(state.proceed(), true)
      state.pause()
      expectEqual(state.releaseBody(), false)
      expectEqual(state.proceed(), true)
      expectEqual(state.releaseBody(), true)
    }

    @Test mutating func theEndWaitsWhileTheTaskIsPaused() {
      _ = state.resume()
      state.pause()
      expectEqual(complete(), false)
      expectEqual(next(), "nothing")
      expectEqual(state.proceed(), true)
      expectEqual(state.begins(), true)
      expectEqual(next(), "finished")
    }

    @Test mutating func cancellingWhileTheEndWaitsIsACancellation() {
      _ = state.resume()
      state.pause()
      _ = complete()
      expectEqual(cancel(), true)
      expectEqual(state.begins(), true)
      expectEqual(next(), "cancelled")
    }

    @Test mutating func aFailureHasItsPhase() {
      _ = state.resume()
      _ = state.complete(.failed(Broken(), .head))
      expectEqual(next(), "failed head")
    }

    @Test mutating func theReceiverIsReleasedAtTheEnd() {
      _ = state.resume()
      _ = complete()
      expectNotNil(state.receiver)
      _ = next()
      expectNil(state.receiver)
    }
  }
#endif
