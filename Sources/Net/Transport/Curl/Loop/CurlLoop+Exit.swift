#if os(Linux)
  import CLibcurl

  // While the process exits, libraries free memory that libcurl uses. From then on the gate of the leading thread keeps
  // it out of libcurl; see `CLibcurlExit.h`.
  extension CurlLoop {
    /// Enters the gate, to use libcurl.
    ///
    /// Does not return while the process exits.
    func enterGate() {
      if !libcurl_gate_enter() { serveWithoutLibcurl() }
    }

    /// Handles letters until the process has ended.
    ///
    /// Requests in progress stay as they are and can be cancelled. Requests that an exit handler sends from now on
    /// fail.
    private func serveWithoutLibcurl() -> Never {
      var letters: [CurlMailbox.Letter] = []
      while true {
        letters.removeAll(keepingCapacity: true)
        mailbox.take(&letters)
        for letter in letters { refuse(letter) }
        guard mailbox.fallAsleep() else { continue }
        libcurl_loop_sleep(waker)
        libcurl_loop_drain(waker)
      }
    }

    private func refuse(_ letter: CurlMailbox.Letter) {
      letter.refuse(with: CurlError(LIBCURL_E_FAILED_INIT, "The process is exiting"))
    }
  }

  extension CurlMailbox.Letter {
    /// Does what can be done without libcurl: new tasks end with this error.
    @inline(never)
    func refuse(with error: any Error) {
      switch self {
      case .start(let task, _): Self.end(task, .failed(error, .connect))
      case .fail(let task, let error): Self.end(task, .failed(error, .send))
      case .cancel(let task): Self.end(task, .failed(CancellationError(), .connect))
      case .proceed(let task): if task.withState({ $0.begins() }) { task.deliver { true } }
      case .calls(let task):
        let delivers = task.withState { state in
          state.letterArrived()
          return state.end(.failed(error, phase: .connect))
        }
        if delivers { task.deliver { true } }
      case .call(let job): job()
      case .feed, .stop: break
      }
    }

    @inline(never)
    private static func end(_ task: CurlTask, _ outcome: CurlTaskState.Outcome) {
      if task.withState({ $0.complete(outcome) }) { task.deliver { true } }
    }
  }
#endif
