#if os(Linux)
  /// The shell around ``CurlTaskState``: calls arrive from anywhere, and what they ask for is done on the loop.
  ///
  /// A task keeps its seat, and with it the loop, until it has ended.
  final class CurlTask: TransportTask {
    private struct Contents: Sendable {
      var state: CurlTaskState
      var seat: CurlSeat?
    }

    let request: TransportRequest
    private let contents: Lock<Contents>
    // Only the loop's thread touches it, from the letter that starts the transfer to its end.
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
      let engine = contents.withLock { $0.state.cancel() ? $0.seat?.engine : nil }
      engine?.post(.cancel(self))
    }

    private func post(_ letter: CurlMailbox.Letter) {
      // Without a seat it has ended.
      contents.withLock { $0.seat }?.engine.post(letter)
    }

    // MARK: - On the loop

    /// The transfer under way; for the loop's thread alone.
    var transfer: CurlTransfer? {
      get { unsafe currentTransfer }
      set { unsafe currentTransfer = newValue }
    }

    /// Who is told, if anyone still is.
    var receiver: (any TransportReceiver)? {
      contents.withLock { $0.state.isTold ? $0.state.receiver : nil }
    }

    var isTold: Bool { contents.withLock { $0.state.isTold } }

    /// The service has answered by this version of HTTP.
    func learn(version: String) {
      contents.withLock { $0.seat?.origin == nil ? nil : $0.seat }?.learn(version: version)
    }

    func admit() -> CurlTaskState.Passage { contents.withLock { $0.state.admit() } }

    func releaseBody() -> Bool { contents.withLock { $0.state.releaseBody() } }

    /// Tells the end that waited, if it may come now.
    func releaseEnd() { end { $0.releaseEnd(at: .body) } }

    /// Tells the end, unless it was told or has to wait.
    func complete(_ outcome: CurlTaskState.Outcome, at phase: TransportPhase) {
      end { $0.complete(outcome, at: phase) }
    }

    private func end(_ take: (inout CurlTaskState) -> CurlTaskState.Ending?) {
      var seat: CurlSeat?
      let ending = contents.withLock { contents in
        let ending = take(&contents.state)
        if ending != nil { swap(&seat, &contents.seat) }
        return ending
      }
      guard let ending else { return }
      // Before the end is told, so that what is sent next may have it.
      seat?.leave()
      switch ending.outcome {
      case .finished(let trailers, let timings):
        if !trailers.isEmpty { ending.receiver.receive(.trailers(trailers)) }
        ending.receiver.receive(.finished(timings))
      case .failed(let error, let phase): ending.receiver.receive(.failed(error, phase: phase))
      }
      // Let go of here, under no lock.
      withExtendedLifetime(seat) {}
    }
  }
#endif
