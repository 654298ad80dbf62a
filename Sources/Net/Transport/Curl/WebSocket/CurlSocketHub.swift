#if os(Linux)
  import CLibcurl

  /// The WebSockets of a loop.
  ///
  /// libcurl opens their connections with a separate multi handle without connection limits, because otherwise each
  /// WebSocket would count against the limits for requests. When a connection is open, its descriptor belongs to its
  /// ``CurlSocket``.
  ///
  /// Only the thread that leads the loop uses it.
  final class CurlSocketHub {
    // The loop owns the hub.
    private unowned let loop: CurlLoop
    private let multi: CurlMultiHandle
    /// The descriptors that libcurl uses while it connects.
    private var connecting: Set<Int32> = []
    private var open: [Int32: CurlSocket] = [:]
    private var all: [ObjectIdentifier: CurlSocket] = [:]
    /// Sockets that have more to read or send, although their descriptor may not say so.
    private var unfinished: [CurlSocket] = []
    /// Sockets that wait for the server to close the connection, in the order of their deadlines.
    private var lingering: [(socket: CurlSocket, deadline: Int64)] = []
    /// Where all sockets receive.
    var spaces = CurlReceiveSpaces()

    /// How long to wait for the server to close the connection, in microseconds.
    private static let patience: Int64 = 1_000_000

    /// Creates a hub.
    ///
    /// - Throws: ``CurlError`` without memory.
    init(_ loop: CurlLoop) throws(CurlError) {
      self.loop = loop
      multi = try CurlMultiHandle()
      // Before 7.85, a connection that has ended stays with the multi handle.
      multi.limitIdleConnections(to: 1)
      multi.follow { [unowned self] interest, descriptor in libcurlWants(interest, of: descriptor) }
    }

    /// Closes all connections.
    func close() {
      for socket in all.values { remove(socket) }
      (unfinished, lingering) = ([], [])
      multi.close()
    }

    // MARK: - Turns

    /// Whether to work again without waiting for descriptors.
    var hasMore: Bool { !unfinished.isEmpty }

    var nextDeadline: Int64? {
      guard let linger = lingering.first?.deadline else { return multi.deadline }
      return min(linger, multi.deadline ?? .max)
    }

    /// Does all work that is due.
    func work(at now: Int64) {
      if let deadline = multi.deadline, deadline <= now {
        multi.deadline = nil
        multi.act(on: LIBCURL_SOCKET_TIMEOUT, events: 0)
      }
      endConnecting()
      let sockets = unfinished
      unfinished = []
      for socket in sockets where all[ObjectIdentifier(socket)] != nil { socket.takeTurn() }
      while let first = lingering.first, first.deadline <= now {
        lingering.removeFirst()
        remove(first.socket)
      }
    }

    /// Handles the readiness of a descriptor; returns whether it belongs to a WebSocket that was waiting for it.
    func happened(to descriptor: Int32, _ events: Int32) -> Bool {
      if let socket = open[descriptor] { return socket.happened() }
      guard connecting.contains(descriptor) else { return false }
      multi.act(on: descriptor, events: events)
      endConnecting()
      return true
    }

    private func endConnecting() {
      while let (handle, code) = multi.nextEnded() { handle.socket?.connected(code) }
    }

    // MARK: - Sockets

    /// Starts connecting.
    func add(_ socket: CurlSocket) throws(CurlError) {
      try multi.add(socket.handle)
      all[ObjectIdentifier(socket)] = socket
      loop.waiting.began()
      // Also in versions that forget to set their timer.
      multi.deadline = 0
    }

    /// Called when the connection is open: its descriptor belongs to the socket from now on.
    func opened(_ socket: CurlSocket, _ descriptor: Int32) {
      connecting.remove(descriptor)
      open[descriptor] = socket
    }

    /// Calls the socket again in the next turn.
    func readOn(_ socket: CurlSocket) { unfinished.append(socket) }

    /// Waits for the server to close the connection.
    func linger(_ socket: CurlSocket) {
      lingering.append((socket, libcurl_now() + Self.patience))
    }

    /// Closes the connection.
    func remove(_ socket: CurlSocket) {
      guard all.removeValue(forKey: ObjectIdentifier(socket)) != nil else { return }
      let wasOpen = socket.descriptor != nil
      if let descriptor = socket.descriptor {
        open[descriptor] = nil
        loop.libcurlWants(LIBCURL_POLL_REMOVE, of: descriptor)
        if keepsEndedConnections { libcurl_socket_shut_down(descriptor) }
      }
      multi.remove(socket.handle)
      socket.handle.socket = nil
      socket.descriptor = nil
      lingering.removeAll { $0.socket === socket }
      loop.waiting.ended()
      if wasOpen {
        loop.waiting.progressed()
        loop.waitingSockets.progressed(at: libcurl_now())
      }
      // Some versions do not wake others that wait.
      multi.deadline = 0
      loop.expireTimers()
    }

    /// Whether libcurl does not close the connection of a removed handle, as before 7.85.
    private var keepsEndedConnections: Bool {
      CurlCapabilities.current.map { $0.version < CurlCapabilities.Version(7, 85) } ?? false
    }

    func watch(_ socket: CurlSocket, _ interest: Int32) {
      guard let descriptor = socket.descriptor else { return }
      loop.libcurlWants(interest == LIBCURL_POLL_NONE ? LIBCURL_POLL_REMOVE : interest, of: descriptor)
    }

    // MARK: - Callbacks of libcurl

    private func libcurlWants(_ interest: Int32, of descriptor: Int32) {
      // Versions that speak of a descriptor after the connection is open must not deregister it.
      guard open[descriptor] == nil else { return }
      if interest == LIBCURL_POLL_REMOVE {
        connecting.remove(descriptor)
      } else {
        connecting.insert(descriptor)
      }
      loop.libcurlWants(interest, of: descriptor)
    }

    /// Called when a descriptor is being closed.
    func closed(_ descriptor: Int32) {
      connecting.remove(descriptor)
      open[descriptor] = nil
    }
  }
#endif
