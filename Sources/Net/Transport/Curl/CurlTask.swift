#if os(Linux)
  /// The shell around ``CurlTaskState``: calls arrive from anywhere, what they ask for is done on the loop, and what happens is
  /// delivered by one thread at a time.
  ///
  /// A task keeps its seat, and with it the loop, until it has ended.
  final class CurlTask: TransportTask {
    private struct Contents: Sendable {
      var state: CurlTaskState
      var seat: CurlSeat?
    }

    let request: TransportRequest
    private let contents: Lock<Contents>
    // Only the thread that leads the loop touches it, from the letter that starts the transfer to its end.
    private nonisolated(unsafe) var currentTransfer: CurlTransfer?

    init(_ request: TransportRequest, receiver: any TransportReceiver, seat: CurlSeat) {
      self.request = request
      contents = Lock(Contents(state: CurlTaskState(receiver: receiver), seat: seat))
    }

    deinit {
      // One that was never resumed.
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
        CurlBody.open(
          request.body,
          onArrival: { [weak self] in if let self { self.post(.feed(self)) } },
          completion: { [self] result in
            switch result {
            case .success(let body): post(.start(self, Boxed(body)))
            case .failure(let error): post(.fail(self, error))
            }
          })
      }
    }

    func pause() { contents.withLock { $0.state.pause() } }

    func proceed() {
      let engine = contents.withLock { $0.state.proceed() ? $0.seat?.engine : nil }
      engine?.post(.proceed(self))
    }

    func cancel() {
      let (engine, dropped) = contents.withLock { contents in
        let dropped = contents.state.cancel()
        return (dropped == nil ? nil : contents.seat?.engine, dropped)
      }
      engine?.post(.cancel(self))
      // Released here, under no lock.
      withExtendedLifetime(dropped) {}
    }

    private func post(_ letter: CurlMailbox.Letter) {
      // Without a seat it has ended.
      contents.withLock { $0.seat }?.engine.post(letter)
    }

    // MARK: - On the loop

    /// The transfer under way; for the thread that leads the loop alone.
    var transfer: CurlTransfer? {
      get { unsafe currentTransfer }
      set { unsafe currentTransfer = newValue }
    }

    var isTold: Bool { contents.withLock { $0.state.isTold } }

    /// The service has answered by this version of HTTP.
    func learn(version: String) {
      contents.withLock { $0.seat?.origin == nil ? nil : $0.seat }?.learn(version: version)
    }

    func admit() -> CurlTaskState.Passage { contents.withLock { $0.state.admit() } }

    func releaseBody() -> Bool { contents.withLock { $0.state.releaseBody() } }

    /// Adds an event; true when the task is to be delivered.
    func add(_ event: TransportEvent) -> Bool { contents.withLock { $0.state.add(event) } }

    /// Adds the end, unless it has one; true when the task is to be delivered.
    func complete(_ outcome: CurlTaskState.Outcome, at phase: TransportPhase) -> Bool {
      contents.withLock { $0.state.complete(outcome, at: phase) }
    }

    /// Whether the task is to be delivered, for what has been waiting.
    func begins() -> Bool { contents.withLock { $0.state.begins() } }

    // MARK: - On the thread that delivers

    /// Tells the receiver what has happened, one event at a time, until there is nothing more.
    ///
    /// - Parameter goesOn: Whether to go on after each event.
    func deliver(while goesOn: () -> Bool) {
      var seat: CurlSeat?
      // Released here, under no lock.
      defer { withExtendedLifetime(seat) {} }
      while true {
        let (delivery, engine) = contents.withLock { contents -> (CurlTaskState.Delivery, CurlEngine?) in
          let delivery = contents.state.next()
          if case .event(let event, _) = delivery, event.isLast { swap(&seat, &contents.seat) }
          if case .proceeds = delivery { return (delivery, contents.seat?.engine) }
          return (delivery, nil)
        }
        switch delivery {
        case .nothing: return
        case .proceeds:
          engine?.post(.proceed(self))
          return
        case .event(let event, let receiver):
          // Before the end is told, so that what is sent next may have it.
          seat?.leave()
          receiver.receive(event)
          if event.isLast { return }
          guard goesOn() else { return contents.withLock { $0.state.abandon() } }
        }
      }
    }
  }
#endif
