#if os(Linux)
  import Foundation
  import Testing

  @testable import Net

  @Suite struct CurlTaskStateTests {
    private struct Nobody: TransportReceiver {
      func receive(_ event: TransportEvent) {}
    }

    private struct Broken: Error {}

    private var state = CurlTaskState(receiver: Nobody())

    private mutating func complete() -> String {
      word(state.complete(.finished([:], TransportTimings()), at: .body))
    }

    private func word(_ end: CurlTaskState.Ending?) -> String {
      switch end?.outcome {
      case nil: "nothing"
      case .finished: "finished"
      case .failed(let error, let phase): error is CancellationError ? "cancelled" : "failed \(phase)"
      }
    }

    @Test mutating func isSentOnce() {
      #expect(state.resume() == true)
      #expect(state.resume() == false)
    }

    @Test mutating func endsOnce() {
      _ = state.resume()
      #expect(complete() == "finished")
      #expect(complete() == "nothing")
      #expect(state.cancel() == false)
    }

    @Test mutating func cancelledBeforeItIsSentItIsNotSent() {
      #expect(state.cancel() == true)
      #expect(state.resume() == false)
      #expect(complete() == "cancelled")
    }

    @Test mutating func cancelledItTellsTheLoopOnceAndNothingButTheEndToAnybody() {
      _ = state.resume()
      #expect(state.isTold)
      #expect(state.cancel() == true)
      #expect(state.cancel() == false)
      #expect(!state.isTold)
      #expect(state.admit() == .ends)
      #expect(complete() == "cancelled")
    }

    @Test mutating func aPieceWaitsWhileItIsPaused() {
      _ = state.resume()
      state.pause()
      #expect(state.admit() == .waits)
      #expect(state.releaseBody() == false)
      #expect(state.proceed() == true)
      #expect(state.releaseBody() == true)
      #expect(state.releaseBody() == false)
      #expect(state.admit() == .passes)
    }

    @Test mutating func proceedingTellsTheLoopOnlyIfSomethingWaits() {
      _ = state.resume()
      state.pause()
      #expect(state.proceed() == false)
      #expect(state.proceed() == false)
    }

    @Test mutating func aPauseAfterProceedingHolds() {
      _ = state.resume()
      state.pause()
      _ = state.admit()
      #expect(state.proceed() == true)
      state.pause()
      #expect(state.releaseBody() == false)
      #expect(state.proceed() == true)
      #expect(state.releaseBody() == true)
    }

    @Test mutating func theEndWaitsWhileItIsPaused() {
      _ = state.resume()
      state.pause()
      #expect(complete() == "nothing")
      #expect(word(state.releaseEnd(at: .body)) == "nothing")
      #expect(state.proceed() == true)
      #expect(word(state.releaseEnd(at: .body)) == "finished")
    }

    @Test mutating func cancelledWhileItsEndWaitsItIsCancelled() {
      _ = state.resume()
      state.pause()
      _ = complete()
      #expect(state.cancel() == true)
      #expect(word(state.releaseEnd(at: .body)) == "cancelled")
    }

    @Test mutating func aFailureNamesItsPhase() {
      _ = state.resume()
      #expect(word(state.complete(.failed(Broken(), .head), at: .head)) == "failed head")
    }

    @Test mutating func theReceiverIsLetGoOfAtTheEnd() {
      _ = state.resume()
      _ = complete()
      #expect(state.receiver == nil)
    }
  }
#endif
