#if os(Linux)
  import CLibcurl
  import Foundation

  /// One WebSocket over a connection of libcurl, from the letter that starts it until the connection is closed.
  ///
  /// ```text
  /// connecting ─▶ handshake ─▶ open ─▶ lingering ─▶ removed
  /// ```
  ///
  /// In *lingering* the task has ended: what is left is sent, and what arrives is discarded, until the server closes
  /// the connection or a second has passed.
  ///
  /// Only the thread that leads the loop uses it.
  final class CurlSocket {
    private enum Phase {
      case connecting
      case handshake(CurlHandshakeReader)
      case open
      case lingering
      case removed
    }

    let task: CurlSocketTask
    let handle: CurlEasyHandle
    /// Keeps the loop for as long as the connection is open.
    private let engine: CurlEngine?
    private var attempts: CurlSocketWaiting.Attempts
    private unowned let hub: CurlSocketHub
    private unowned let loop: CurlLoop
    var descriptor: Int32?
    private var phase = Phase.connecting
    private var endpoint = WebSocketEndpoint(role: .client)
    /// The negotiated parameters, once the head of the server is valid.
    private var opening: WebSocketOpening?
    /// Received bytes that are not parsed yet, because the receiver does not keep up.
    private var unread = CurlUnreadBytes()
    var output: CurlSocketOutput
    private var watching = CurlSocketWatching()
    /// The head that a proxy sends before the connection is open, and the last complete one.
    private var proxyHead: CurlHeadParser
    private var proxyResponse: ResponseHead?
    /// Whether a proxy is in between, to which there may be TLS.
    private var isTunnelled = false
    /// Whether sending failed.
    ///
    /// What the peer sent before that is still read.
    private var hasSendFailed = false

    /// The number of bytes that are read in a turn, so that other connections have theirs.
    private static let turn = 1 << 20

    init(
      _ task: CurlSocketTask, handle: CurlEasyHandle, hub: CurlSocketHub, loop: CurlLoop,
      attempts: CurlSocketWaiting.Attempts
    ) throws {
      self.task = task
      self.handle = handle
      self.hub = hub
      self.loop = loop
      self.attempts = attempts
      engine = task.engine
      proxyHead = CurlHeadParser(url: task.request.url)
      output = CurlSocketOutput(try task.request.handshakeBytes(task.handshake))
    }

    // MARK: - The connection

    /// Called when libcurl has opened the connection, or failed.
    func connected(_ code: Int32) {
      guard case .connecting = phase else { return }
      guard code == LIBCURL_E_OK, let descriptor = handle.activeSocket else {
        if loop.lacksDescriptors(handle, code, failures: &attempts.failures) { return wait() }
        let error = handle.takeError(code == LIBCURL_E_OK ? LIBCURL_E_COULDNT_CONNECT : code)
        let refusal = handle.isRefusedTunnel ? proxyResponse.map(ProxyRefusal.init) : nil
        // libcurl sends nothing but `CONNECT` here.
        let phase = TransportPhase(of: error, soFar: connectPhase, needsTunnel: true)
        return end(.failed(refusal ?? error, phase: phase))
      }
      self.descriptor = descriptor
      isTunnelled = handle.tunnelStatus != 0
      if task.request.url.isSecure { handle.keepLastWords(true) }
      hub.opened(self, descriptor)
      phase = .handshake(CurlHandshakeReader(known: loop.handles.options.codings))
      sendAndRead()
    }

    /// Drops the connection, and waits until a descriptor is available.
    private func wait() {
      phase = .removed
      hub.remove(self)
      loop.wait(task, attempts)
    }

    /// Receives a line of a proxy's response to `CONNECT`; returns the number of bytes consumed.
    func receivedProxyLine(_ line: UnsafeRawBufferPointer) -> Int {
      switch unsafe proxyHead.add(line) {
      case .nothing, .interim, .refused: break
      case .head(let head):
        proxyHead.skipHead()
        proxyResponse = head
        // Nobody waits for the body of a refusal, which is not kept.
        if handle.isRefusedTunnel { return 0 }
      case .tooLong: return 0
      }
      return line.count
    }

    private var connectPhase: TransportPhase {
      if handle.isRefusedTunnel { return .connect }
      if task.request.url.isSecure, handle.offset(LIBCURL_INFO_CONNECT_TIME_T) > 0 {
        return .secureConnection
      }
      return handle.offset(LIBCURL_INFO_NAMELOOKUP_TIME_T) == 0 ? .nameLookup : .connect
    }

    // MARK: - Turns

    /// Handles the readiness of the descriptor; returns whether the socket was waiting for it.
    func happened() -> Bool {
      guard watching.isWatching else { return false }
      sendAndRead()
      return true
    }

    /// Handles the calls that were made on the task.
    func handleCalls() {
      switch phase {
      case .connecting, .removed: return
      case .handshake, .open, .lingering: break
      }
      // The descriptor reports when there is something to read.
      guard watching.isReading else { return sendAndRead() }
      send()
      watch()
    }

    /// Reads on in the turn that it has asked for (``CurlSocketHub/readOn(_:)``).
    func takeTurn() {
      watching.beginTurn()
      sendAndRead()
    }

    /// Reads and sends as much as is possible now.
    private func sendAndRead() {
      switch phase {
      case .connecting, .removed: return
      case .handshake, .open, .lingering: break
      }
      send()
      read()
      send()
      watch()
    }

    /// Called when the task was cancelled.
    func cancel() {
      failSends(CancellationError())
      phase = .removed
      hub.remove(self)
    }

    private var isRemoved: Bool { if case .removed = phase { true } else { false } }

    private var isLingering: Bool { if case .lingering = phase { true } else { false } }

    private func watch() {
      guard !isRemoved else { return }
      if let wanted = watching.changed(mayRead: mayRead, isBlocked: output.isBlocked) {
        hub.watch(self, wanted)
      }
      if watching.readsOn { hub.readOn(self) }
    }

    // MARK: - Sending

    private func send() {
      guard !isRemoved else { return }
      while !hasSendFailed {
        takeCommands()
        guard !isRemoved else { return }
        if output.control.isEmpty { endpoint.takePongs(into: &output.control) }
        // After a close frame there is no pong.
        if output.bytes.isEmpty, !endpoint.hasPongs { endpoint.takeFrames(into: &output.bytes) }
        if output.isEmpty { return }
        let result = output.send(handle)
        task.note(taken: output.sent)
        while let completion = output.nextSent() { loop.record(completion, nil, of: task) }
        switch result {
        case .done: break
        case .blocked: return
        case .failed:
          hasSendFailed = true
          output.drop()
          failSends(WebSocketError.connectionLost)
          // What arrived before shows why.
          watching.leavesBytes()
        }
      }
      if isOpen { loop.failSends(of: task) }
    }

    private var isOpen: Bool { if case .open = phase { true } else { false } }

    private var hasRoom: Bool {
      let waiting = output.count + endpoint.outputCount
      return waiting == 0 || waiting < task.options.sendBufferSize
    }

    /// Executes commands while there is room.
    private func takeCommands() {
      guard isOpen else { return }
      let pings = task.withState { $0.takePings() }
      if !pings.isEmpty { endpoint.ping([]) }
      for completion in pings { output.expect(completion, after: endpoint.outputCount) }
      while isOpen, hasRoom, let command = task.withState({ $0.nextCommand() }) {
        switch command {
        case .send(let message, let completion):
          do {
            try endpoint.send(message)
            output.expect(completion, after: endpoint.outputCount)
          } catch {
            loop.record(completion, error, of: task)
          }
        case .close(let closure, let completion):
          do throws(WebSocketError) {
            try endpoint.close(closure)
            output.expect(completion, after: endpoint.outputCount)
          } catch {
            if error == .invalidClosure { end(.failed(error, phase: .body)) }
          }
        }
      }
    }

    private func failSends(_ error: any Error) {
      while let completion = output.nextUnsent() { loop.record(completion, error, of: task) }
    }

    // MARK: - Receiving

    /// Whether to read.
    ///
    /// False while the receiver does not keep up. After this side has sent its close frame, messages are read and
    /// discarded.
    private var mayRead: Bool { isLingering || isOpen && !endpoint.isOpen || task.withState { $0.mayRead() } }

    private func read() {
      var rest = Self.turn
      watching.leavesBytes()
      while !isRemoved, mayRead {
        if hasBacklog {
          _ = unsafe received(UnsafeRawBufferPointer(start: nil, count: 0))
          if hasBacklog { return }
          continue
        }
        if !unread.isEmpty {
          readUnread()
          continue
        }
        guard rest > 0 else { return }
        // The hub keeps the space, in which only this socket receives meanwhile.
        let space = hub.spaces.current
        switch unsafe handle.receive(into: space.bytes) {
        case .later:
          watching.hasRead()
          if hasSendFailed { lost(isBroken: true) }
          return
        case .failed(let code): return lost(isBroken: true, handle.securityRefusal(after: code))
        case .bytes(0): return lost(isBroken: hasSendFailed)
        case .bytes(let count):
          rest -= count
          let offset = unsafe received(UnsafeRawBufferPointer(rebasing: space.bytes[..<count]))
          if offset < count, !isRemoved {
            unread.keep(offset..<count, of: &hub.spaces)
          } else if keepsNoBytes, count < CurlReceiveSpaces.portion, !hasSendFailed {
            return watching.hasRead()
          }
        }
      }
    }

    /// Whether libcurl passes on all bytes that it has received, so that the descriptor reports when there are more.
    private var keepsNoBytes: Bool { !task.request.url.isSecure && !isTunnelled }

    /// Whether the body of a response may have more chunks than the receiver has taken.
    private var hasBacklog: Bool {
      if case .handshake(let response) = phase { return response.hasBacklog }
      return false
    }

    private func readUnread() {
      let bytes = unread
      let count = unsafe bytes.withBytes { unsafe received($0) }
      unread.drop(count, &hub.spaces)
    }

    /// Reads bytes until the receiver does not keep up; returns how many were read.
    private func received(_ bytes: UnsafeRawBufferPointer) -> Int {
      var offset = 0
      if case .handshake = phase { unsafe receivedResponse(bytes, &offset) }
      while isOpen, mayRead, let event = unsafe endpoint.next(bytes, &offset) {
        switch event {
        case .message(let message): loop.record(.message(message), of: task)
        case .ping: break
        // After a close frame of this side, reading does not wait until the receiver has taken them.
        case .pong: if endpoint.isOpen { loop.record(.pong, of: task) }
        case .closed(let closure): linger(.closed(closure))
        case .failed(let error): linger(.failed(error, phase: .body))
        }
      }
      task.note(arrived: endpoint.arrivedCount)
      return isLingering ? bytes.count : offset
    }

    private func receivedResponse(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) {
      do {
        while case .handshake(var response) = phase {
          if response.hasBacklog, task.withState({ !$0.isInProgress || !$0.mayRead() }) { return }
          let event = unsafe try response.next(bytes, &offset)
          phase = .handshake(response)
          guard let event else { return }
          switch event {
          case .interim(let fields): loop.record(.interim(task.request.head(fields)), of: task)
          case .head(let fields): receivedHead(fields)
          case .body(let data): loop.record(.body(data), of: task)
          case .end: endResponse()
          }
        }
      } catch {
        let isInBody = if case .handshake(let response) = phase { response.isInBody } else { false }
        end(.failed(error, phase: isInBody ? .body : .head))
      }
    }

    private func receivedHead(_ fields: WebSocketHandshake.ResponseFields) {
      let head = task.request.head(fields)
      guard fields.status == 101 else { return loop.record(.head(head), of: task) }
      do throws(WebSocketError) {
        let agreement = try task.handshake.check(fields)
        endpoint = WebSocketEndpoint(
          role: .client, options: task.options, compression: agreement.compression,
          fragmentSize: CurlSocketOutput.fragment)
        opening = WebSocketOpening(
          head: head, subprotocol: agreement.subprotocol, isCompressed: agreement.compression != nil,
          timings: handle.timings(isNew: true))
      } catch {
        loop.record(.head(head), of: task)
        end(.failed(error, phase: .head))
      }
    }

    private func endResponse() {
      guard let opening else { return end(.finished(handle.timings(isNew: true))) }
      self.opening = nil
      phase = .open
      if task.request.url.isSecure { handle.keepLastWords(false) }
      task.settle()
      loop.record(.opened(opening), of: task)
    }

    // MARK: - The end

    /// Called when the connection has ended, or failed.
    private func lost(isBroken: Bool, _ refusal: CurlError? = nil) {
      switch phase {
      case .handshake(var response):
        do throws(ContentDecodingError) {
          if try response.finish(isBroken: isBroken) { return end(.finished(handle.timings(isNew: true))) }
        } catch {
          return end(.failed(error, phase: .body))
        }
        let isInBody = response.isInBody
        let error = (isInBody ? nil : refusal) ?? .connectionLost(isInBody: isInBody)
        end(.failed(error, phase: isInBody ? .body : .head))
      case .open: end(.failed(WebSocketError.connectionLost, phase: .body))
      case .lingering: cancel()
      case .connecting, .removed: break
      }
    }

    /// Ends the task and the connection.
    private func end(_ event: WebSocketTransportEvent) {
      if case .failed(let error, _) = event { failSends(error) } else { failSends(WebSocketError.notOpen) }
      phase = .removed
      loop.end(task, event)
      hub.remove(self)
    }

    /// Ends the task, and waits for the server to close the connection.
    private func linger(_ event: WebSocketTransportEvent) {
      phase = .lingering
      send()
      if case .failed(let error, _) = event { failSends(error) } else { failSends(WebSocketError.notOpen) }
      loop.end(task, event)
      hub.linger(self)
    }
  }
#endif
