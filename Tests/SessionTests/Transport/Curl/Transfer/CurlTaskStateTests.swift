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
      #expect(state.resume() == true)
      #expect(state.resume() == false)
    }

    @Test mutating func aTaskEndsOnce() {
      _ = state.resume()
      #expect(complete() == true)
      #expect(next() == "finished")
      #expect(next() == "nothing")
      #expect(complete() == false)
      #expect(cancel() == false)
    }

    @Test mutating func aTaskCancelledBeforeItIsSentIsNotSent() {
      #expect(cancel() == true)
      #expect(state.resume() == false)
      #expect(complete() == true)
      #expect(next() == "cancelled")
    }

    @Test mutating func cancellingNotifiesTheLoopOnceAndDeliversOnlyTheEnd() {
      _ = state.resume()
      _ = state.add(.head(ResponseHead(status: 200)))
      #expect(state.isTold)
      #expect(cancel() == true)
      #expect(cancel() == false)
      #expect(!state.isTold)
      #expect(state.admit() == .ends)
      #expect(next() == "nothing")
      #expect(complete() == true)
      #expect(next() == "cancelled")
    }

    @Test mutating func eventsAreDeliveredInOrderByOneThread() {
      _ = state.resume()
      #expect(state.add(.head(ResponseHead(status: 200))) == true)
      #expect(state.add(.body(Data(count: 3))) == false)
      #expect(next() == "head")
      #expect(complete() == false)
      #expect(next() == "body of 3")
      #expect(next() == "finished")
    }

    @Test mutating func aChunkWaitsWhileTheTaskIsPaused() {
      _ = state.resume()
      state.pause()
      #expect(state.admit() == .waits)
      #expect(state.releaseBody() == false)
      #expect(state.proceed() == true)
      #expect(state.releaseBody() == true)
      #expect(state.releaseBody() == false)
      #expect(state.admit() == .passes)
    }

    @Test mutating func aChunkWaitsWhileTooMuchIsUndelivered() {
      _ = state.resume()
      #expect(state.admit() == .passes)
      _ = state.add(.body(Data(count: CurlTaskState.limit)))
      #expect(state.admit() == .waits)
      #expect(state.releaseBody() == false)
      #expect(next() == "body of \(CurlTaskState.limit)")
      #expect(next() == "proceeds")
      #expect(state.releaseBody() == true)
      #expect(state.admit() == .passes)
    }

    @Test mutating func proceedNotifiesTheLoopOnlyIfAChunkWaits() {
      _ = state.resume()
      state.pause()
      #expect(state.proceed() == false)
      #expect(state.proceed() == false)
    }

    @Test mutating func aPauseAfterProceedStaysInEffect() {
      _ = state.resume()
      state.pause()
      _ = state.admit()
      #expect(state.proceed() == true)
      state.pause()
      #expect(state.releaseBody() == false)
      #expect(state.proceed() == true)
      #expect(state.releaseBody() == true)
    }

    @Test mutating func theEndWaitsWhileTheTaskIsPaused() {
      _ = state.resume()
      state.pause()
      #expect(complete() == false)
      #expect(next() == "nothing")
      #expect(state.proceed() == true)
      #expect(state.begins() == true)
      #expect(next() == "finished")
    }

    @Test mutating func cancellingWhileTheEndWaitsIsACancellation() {
      _ = state.resume()
      state.pause()
      _ = complete()
      #expect(cancel() == true)
      #expect(state.begins() == true)
      #expect(next() == "cancelled")
    }

    @Test mutating func aFailureHasItsPhase() {
      _ = state.resume()
      _ = state.complete(.failed(Broken(), .head))
      #expect(next() == "failed head")
    }

    @Test mutating func theReceiverIsReleasedAtTheEnd() {
      _ = state.resume()
      _ = complete()
      #expect(state.receiver != nil)
      _ = next()
      #expect(state.receiver == nil)
    }
  }
#endif
