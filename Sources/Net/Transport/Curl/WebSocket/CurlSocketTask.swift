#if os(Linux)
  import Synchronization

  /// A thread-safe wrapper of ``CurlSocketState``.
  ///
  /// Calls arrive on any thread, the loop executes them, and one thread at a time delivers the events.
  final class CurlSocketTask: MeasuredWebSocketTask {
    private struct Contents: Sendable {
      var state: CurlSocketState
      var seat: CurlSeat?
      var role = Role.request
    }

    /// As what the task counts on its loop.
    private enum Role: Sendable {
      case request, webSocket, none
    }

    let request: TransportRequest
    let handshake: WebSocketHandshake
    let options: WebSocketOptions
    private let contents: Lock<Contents>
    private let taken = Atomic(0)
    private let arrived = Atomic(0)
    // Only the thread that leads the loop accesses it.
    private nonisolated(unsafe) var currentSocket: CurlSocket?

    init(
      _ request: TransportRequest, handshake: WebSocketHandshake, options: WebSocketOptions,
      receiver: any WebSocketReceiver, seat: CurlSeat
    ) {
      self.request = request
      self.handshake = handshake
      self.options = options
      contents = Lock(Contents(state: CurlSocketState(receiver: receiver, options: options), seat: seat))
    }

    deinit {
      // A task that was never resumed still has its seat.
      leave()
    }

    // MARK: - From anywhere

    func resume() { post { $0.resume() } }

    func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
      if !add(.send(message, completion)) { completion(WebSocketError.notOpen) }
    }

    func ping() { ping {} }

    func ping(taken: @escaping @Sendable () -> Void) { post { $0.ping { if $0 == nil { taken() } } } }

    func close(_ closure: WebSocketClosure) { close(closure) {} }

    func close(_ closure: WebSocketClosure, taken: @escaping @Sendable () -> Void) {
      _ = add(.close(closure) { if $0 == nil { taken() } })
    }

    var traffic: WebSocketTraffic {
      WebSocketTraffic(
        taken: taken.load(ordering: .relaxed), arrived: arrived.load(ordering: .relaxed))
    }

    func pause() { contents.withLock { $0.state.pause() } }

    func proceed() { post { $0.proceed() } }

    func cancel() {
      let (engine, dropped) = contents.withLock {
        contents -> (CurlEngine?, FIFO<WebSocketTransportEvent>?) in
        guard let (dropped, posts) = contents.state.cancel() else { return (nil, nil) }
        return (posts ? contents.seat?.engine : nil, dropped)
      }
      engine?.post(.calls(self))
      // Released here, without a lock held.
      withExtendedLifetime(dropped) {}
    }

    /// Adds a command; returns false if the task has ended.
    private func add(_ command: CurlSocketState.Command) -> Bool {
      let (isAdded, engine) = contents.withLock { contents -> (Bool, CurlEngine?) in
        guard let posts = contents.state.add(command) else { return (false, nil) }
        return (true, posts ? contents.seat?.engine : nil)
      }
      engine?.post(.calls(self))
      return isAdded
    }

    private func post(if change: (inout CurlSocketState) -> Bool) {
      let engine = contents.withLock { change(&$0.state) ? $0.seat?.engine : nil }
      engine?.post(.calls(self))
    }

    // MARK: - On the loop

    /// The current connection.
    ///
    /// Only the thread that leads the loop may access it.
    var socket: CurlSocket? {
      get { unsafe currentSocket }
      set { unsafe currentSocket = newValue }
    }

    /// The loop of the task, which a connection keeps beyond the end of the task.
    var engine: CurlEngine? { contents.withLock { $0.seat?.engine } }

    /// Reads or changes the state, and does nothing else: the lock is held.
    func withState<Answer: Sendable>(_ body: (inout CurlSocketState) -> Answer) -> Answer {
      contents.withLock { body(&$0.state) }
    }

    /// Called when the system has taken this many bytes since the start.
    func note(taken count: Int) { taken.store(count, ordering: .relaxed) }

    /// Called when this many bytes have arrived of a message that is not complete.
    func note(arrived count: Int) { arrived.store(count, ordering: .relaxed) }

    /// Called when the WebSocket is open: from now on it counts as one on its loop.
    func settle() {
      let seat = contents.withLock { contents -> CurlSeat? in
        guard case .request = contents.role else { return nil }
        contents.role = .webSocket
        return contents.seat
      }
      seat?.settle()
    }

    /// Removes the task from its loop.
    func leave() {
      let (role, seat) = contents.withLock { contents in
        defer { contents.role = .none }
        return (contents.role, contents.seat)
      }
      switch role {
      case .request: seat?.leave()
      case .webSocket: seat?.close()
      case .none: break
      }
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
        let (delivery, engine) = contents.withLock { contents -> (CurlSocketState.Delivery, CurlEngine?) in
          let delivery = contents.state.next()
          if case .proceeds = delivery { return (delivery, contents.seat?.engine) }
          return (delivery, nil)
        }
        switch delivery {
        case .nothing: return
        case .proceeds: engine?.post(.calls(self))
        case .completion(let completion, let error): completion(error)
        case .event(let event):
          if event.isLast {
            // Before the last event, so that the next request can use its slot.
            leave()
            seat = contents.withLock { $0.seat.take() }
          }
          receiver.receive(event)
          if event.isLast { return }
        }
        guard shouldContinue() else { return contents.withLock { $0.state.abandon() } }
      }
    }
  }
#endif
