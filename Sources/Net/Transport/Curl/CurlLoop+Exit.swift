#if os(Linux)
  import CLibcurl

  // While the process exits, libraries free what libcurl uses. The gate of the thread that leads keeps it out of libcurl from
  // then on; see `CLibcurlExit.h`.
  extension CurlLoop {
    /// Begins to use libcurl.
    ///
    /// While the process exits it does not return.
    func enter() {
      if !libcurl_gate_enter() { serveWithoutLibcurl() }
    }

    /// Delivers what has happened, outside the gate: however long it takes, an exit does not wait for it.
    ///
    /// While the process exits, this does not return to libcurl.
    ///
    /// - Returns: False when another thread leads by now.
    func callOut(_ body: () -> Void) -> Bool {
      libcurl_gate_leave()
      guard crew.callOut(self, body) else { return false }
      enter()
      return true
    }

    /// Takes letters until the process has gone.
    ///
    /// What is under way stays as it is, and can be cancelled. What is sent from now on, by a handler of the
    /// exit, fails.
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
      switch letter {
      case .start(let task, _):
        let error = CurlError(code: Int(LIBCURL_E_FAILED_INIT), message: "The process is exiting")
        refuse(task, .failed(error, .connect), at: .connect)
      case .fail(let task, let error): refuse(task, .failed(error, .send), at: .send)
      case .cancel(let task): refuse(task, .failed(CancellationError(), .connect), at: .connect)
      case .proceed(let task): if task.begins() { task.deliver { true } }
      case .call(let job): job()
      case .feed, .stop: break
      }
    }

    private func refuse(_ task: CurlTask, _ outcome: CurlTaskState.Outcome, at phase: TransportPhase) {
      if task.complete(outcome, at: phase) { task.deliver { true } }
    }
  }
#endif
