#if os(Linux)
  /// A thread-safe wrapper of ``CurlTaskState``.
  ///
  /// Calls arrive on any thread, the loop executes them, and one thread at a time delivers the events.
  ///
  /// A task keeps its seat, and thereby the loop, until it has ended.
  final class CurlTask: TransportTask {
    private struct Contents: Sendable {
      var state: CurlTaskState
      var seat: CurlSeat?
      /// A body that is read before the request is sent.
      var opening: SequenceReading?
    }

    let request: TransportRequest
    private let contents: Lock<Contents>
    // Only the thread that leads the loop accesses it, from the letter that starts the transfer to its end.
    private nonisolated(unsafe) var currentTransfer: CurlTransfer?

    init(_ request: TransportRequest, receiver: any TransportReceiver, seat: CurlSeat) {
      self.request = request
      contents = Lock(Contents(state: CurlTaskState(receiver: receiver), seat: seat))
    }

    deinit {
      // A task that was never resumed still has its seat.
      contents.withLock { $0.seat }?.leave()
    }

    // MARK: - From anywhere

    func resume() {
      let engine = contents.withLock { $0.state.resume() ? $0.seat?.engine : nil }
      guard let engine else { return }
      switch request.body {
      case .none: engine.post(.start(self, CurlBody.none))
      case .data(let data): engine.post(.start(self, Boxed(CurlBody(data))))
      case .file, .stream:
        let opening = CurlBody.open(
          request.body,
          onArrival: { [weak self] in if let self { self.post(.feed(self)) } },
          completion: { [self] result in
            switch result {
            case .success(let body): post(.start(self, Boxed(body)))
            case .failure(let error): post(.fail(self, error))
            }
          })
        if let opening { keep(opening) }
      }
    }

    private func keep(_ opening: SequenceReading) {
      let isCancelled = contents.withLock { contents in
        if !contents.state.isCancelled { contents.opening = opening }
        return contents.state.isCancelled
      }
      if isCancelled { opening.cancel() }
    }

    func pause() { contents.withLock { $0.state.pause() } }

    func proceed() {
      let engine = contents.withLock { $0.state.proceed() ? $0.seat?.engine : nil }
      engine?.post(.proceed(self))
    }

    func cancel() {
      let (engine, dropped, opening) = contents.withLock { contents in
        let dropped = contents.state.cancel()
        return (dropped == nil ? nil : contents.seat?.engine, dropped, contents.opening.take())
      }
      opening?.cancel()
      engine?.post(.cancel(self))
      // Released here, without a lock held.
      withExtendedLifetime(dropped) {}
    }

    private func post(_ letter: CurlMailbox.Letter) {
      // Without a seat the task has ended.
      contents.withLock { $0.seat }?.engine.post(letter)
    }

    // MARK: - On the loop

    /// The current transfer.
    ///
    /// Only the thread that leads the loop may access it.
    var transfer: CurlTransfer? {
      get { unsafe currentTransfer }
      set { unsafe currentTransfer = newValue }
    }

    /// Reads or changes the state, and does nothing else: the lock is held.
    func withState<Answer: Sendable>(_ body: (inout CurlTaskState) -> Answer) -> Answer {
      contents.withLock { body(&$0.state) }
    }

    /// Called when the service has responded with this version of HTTP.
    func learn(version: String) {
      contents.withLock { $0.seat?.origin == nil ? nil : $0.seat }?.learn(version: version)
    }

    // MARK: - On the thread that delivers

    /// Passes the events to the receiver, one at a time, until none are left.
    ///
    /// - Parameter shouldContinue: Called after each event; returns whether to continue.
    func deliver(while shouldContinue: () -> Bool) {
      var seat: CurlSeat?
      // Released here, without a lock held.
      defer { withExtendedLifetime(seat) {} }
      guard let receiver = contents.withLock({ $0.state.receiver }) else { return }
      while true {
        let delivery = contents.withLock { contents -> CurlTaskState.Delivery in
          let delivery = contents.state.next()
          if contents.state.hasEnded { swap(&seat, &contents.seat) }
          return delivery
        }
        switch consume delivery {
        case .nothing: return
        case .proceeds: return post(.proceed(self))
        case .event(let event):
          // Before the last event, so that the next request can use the seat.
          seat?.leave()
          receiver.receive(event)
          if event.isLast { return }
          guard shouldContinue() else { return contents.withLock { $0.state.abandon() } }
        }
      }
    }
  }
#endif
