#if os(Linux)
  import CLibcurl

  // WebSockets, from the letter that starts them to their end.
  extension CurlLoop {
    /// Handles the calls that were made on a task.
    func handleCalls(on task: CurlSocketTask) {
      let (isInProgress, isCancelled) = task.withState { state in
        state.letterArrived()
        return (state.isInProgress, state.isCancelled)
      }
      if isCancelled {
        task.socket?.cancel()
        waitingSockets.remove(task)
        end(task, .failed(CancellationError(), phase: .connect))
      } else if let socket = task.socket {
        socket.handleCalls()
      } else if isInProgress, !waitingSockets.contains(task) {
        start(task)
      }
      // After a pause.
      if task.withState({ $0.begins() }) { due.append(.socket(task)) }
    }

    private func start(_ task: CurlSocketTask, attempts: CurlSocketWaiting.Attempts = .init()) {
      // libcurl makes a pair of descriptors for each multi handle, and finds out with a socket whether there is IPv6.
      if sockets == nil, case .none = CurlWaiting.Supply.left(for: 3) { return wait(task, attempts) }
      guard let hub = try? sockets ?? CurlSocketHub(self) else {
        if case .none = CurlWaiting.Supply.left(for: 3) { return wait(task, attempts) }
        return end(task, .failed(CurlError.outOfMemory, phase: .connect))
      }
      sockets = hub
      do {
        let handle = try handles.makeUnshared(for: task.request)
        let socket = try CurlSocket(task, handle: handle, hub: hub, loop: self, attempts: attempts)
        handle.socket = socket
        do {
          try hub.add(socket)
        } catch {
          handle.socket = nil
          throw error
        }
        task.socket = socket
      } catch {
        end(task, .failed(error, phase: .connect))
      }
    }

    /// Keeps a task that has no connection until a descriptor may be available.
    func wait(_ task: CurlSocketTask, _ attempts: CurlSocketWaiting.Attempts) {
      task.socket = nil
      waitingSockets.append(task, attempts, at: libcurl_now())
    }

    /// Starts as many WebSockets as descriptors may be available for, and fails those that have waited too long.
    func retryWaitingSockets(at now: Int64) {
      for entry in waitingSockets.popDue(at: now, supply: { .left(for: 1) }) {
        start(entry.task, attempts: entry.attempts)
      }
      while let task = waitingSockets.popOverdue(at: now) {
        end(task, .failed(CurlError.tooManyDescriptors, phase: .connect))
      }
    }

    /// Records an event of a WebSocket, to be delivered after libcurl has returned.
    func record(_ event: WebSocketTransportEvent, of task: CurlSocketTask) {
      if task.withState({ $0.add(event) }) { due.append(.socket(task)) }
    }

    /// Records the result of a send.
    func record(
      _ completion: @escaping CurlSocketState.Completion, _ error: (any Error)?, of task: CurlSocketTask
    ) {
      if task.withState({ $0.complete(completion, error) }) { due.append(.socket(task)) }
    }

    /// Fails the messages that wait to be sent over a connection that takes none any more.
    ///
    /// Its end is reported only when what arrived before has been read, which may have to wait for the receiver.
    func failSends(of task: CurlSocketTask) {
      while let command = task.withState({ $0.nextCommand() }) {
        if case .send(_, let completion) = command {
          record(completion, WebSocketError.connectionLost, of: task)
        }
      }
    }

    func end(_ task: CurlSocketTask, _ event: WebSocketTransportEvent) {
      task.socket = nil
      if task.withState({ $0.end(event) }) { due.append(.socket(task)) }
    }
  }

  extension CurlHandlePool {
    /// Returns a new handle for a connection without a request, which never goes into the pool.
    func makeUnshared(for request: TransportRequest) throws -> CurlEasyHandle {
      let handle = try make()
      if options.dependsOnHost {
        try unsafe options.configure(handle.pointer, for: request.url.canonicalHost ?? "")
      }
      try handle.setSocket(request)
      return handle
    }
  }
#endif
