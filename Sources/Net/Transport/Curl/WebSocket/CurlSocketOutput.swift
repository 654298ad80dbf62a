#if os(Linux)
  /// The bytes of a WebSocket that wait to be sent, and the completions to call when they are.
  ///
  /// While the connection is blocked, the bytes neither move nor change: TLS libraries require the same address and
  /// length again.
  struct CurlSocketOutput {
    /// The result of sending.
    enum Sending {
      case done
      case blocked
      case failed
    }

    private struct Waiter: Sendable {
      /// The number of bytes that must have been sent since the start.
      var end: Int
      var completion: CurlSocketState.Completion
    }

    /// TLS libraries acknowledge only whole chunks, so large ones would hold back the completion of sends.
    private static let chunk = 65_536
    /// The number of bytes of a message after which a pong may be sent: a few seconds on a slow line.
    ///
    /// Many servers take no larger frame.
    static let fragment = 65_536
    /// The number of bytes that are sent in a turn, so that other connections have theirs.
    private static let turn = 1 << 20

    /// A call that has to be repeated, because the connection was blocked.
    private enum Held {
      case control
      /// The end of the bytes.
      case bytes(Int)
    }

    /// Only replaced as a whole, and only when all of them are sent.
    var bytes: [UInt8]
    /// Control frames that are sent as soon as a frame of ``bytes`` has ended (RFC 6455 section 5.4), unless a compressed
    /// message goes on after it.
    ///
    /// Widely used servers take the rest of a compressed message for uncompressed bytes if a control frame precedes it.
    /// Replaced as ``bytes`` are.
    var control: [UInt8] = []
    private var offset = 0
    private var controlOffset = 0
    /// The start of a frame, from which the next one is found; nil for bytes that are not frames.
    private var frame: Int?
    /// Whether that frame, or the message that it continues, is compressed.
    private var isCompressed = false
    private var held: Held?
    /// The number of bytes sent since the start, without control frames between others.
    private(set) var sent = 0
    private var waiters = FIFO<Waiter>()
    private(set) var isBlocked = false

    /// Creates the output of a handshake, after which frames are sent.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isEmpty: Bool { bytes.isEmpty && control.isEmpty }

    var count: Int { bytes.count - offset }

    /// Sends as much as is possible now.
    mutating func send(_ handle: CurlEasyHandle) -> Sending {
      // The bytes are only read during the call.
      unsafe send { unsafe handle.send($0) }
    }

    /// Sends as much as a closure takes now.
    mutating func send(_ send: (UnsafeRawBufferPointer) -> CurlEasyHandle.Transfer) -> Sending {
      isBlocked = false
      var rest = Self.turn
      while offset < bytes.count || controlOffset < control.count {
        guard rest > 0 else {
          isBlocked = true
          return .blocked
        }
        let next = held ?? next()
        // Valid during the call; neither array is changed before all of it is sent, so its address stays.
        let result =
          switch next {
          case .control:
            unsafe control.withUnsafeBytes {
              unsafe send(UnsafeRawBufferPointer(rebasing: $0[controlOffset...]))
            }
          case .bytes(let end):
            unsafe bytes.withUnsafeBytes { unsafe send(UnsafeRawBufferPointer(rebasing: $0[offset..<end])) }
          }
        switch result {
        case .later:
          held = next
          isBlocked = true
          return .blocked
        case .failed: return .failed
        case .bytes(let count):
          held = nil
          rest -= count
          took(count, of: next)
        }
      }
      finish()
      return .done
    }

    /// Returns what is sent next: control frames if they may be sent now, or the bytes up to the position where they may.
    private mutating func next() -> Held {
      let end = min(offset + Self.chunk, bytes.count)
      guard controlOffset < control.count else { return .bytes(end) }
      guard controlOffset == 0, offset < bytes.count else { return .control }
      guard var frame else { return .bytes(end) }
      while frame < bytes.count, continuesCompressed(at: frame) || frame < offset {
        frame += WebSocketFrameHeader.frameSize(at: frame, of: bytes)
      }
      self.frame = frame
      return frame == offset ? .control : .bytes(min(end, frame))
    }

    /// Returns whether the frame that starts at a position continues a compressed message.
    private mutating func continuesCompressed(at frame: Int) -> Bool {
      if bytes[frame] & 0x0f == WebSocketOpcode.continuation.rawValue { return isCompressed }
      isCompressed = bytes[frame] & 0x40 != 0
      return false
    }

    private mutating func took(_ count: Int, of part: Held) {
      switch part {
      case .control:
        controlOffset += count
        guard controlOffset == control.count else { return }
        control.removeAll(keepingCapacity: true)
        controlOffset = 0
      case .bytes:
        offset += count
        sent += count
      }
    }

    /// Called when all bytes have been sent.
    private mutating func finish() {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.chunk)
      offset = 0
      frame = 0
    }

    /// Drops all bytes.
    mutating func drop() {
      (bytes, control) = ([], [])
      (offset, controlOffset) = (0, 0)
      held = nil
      isBlocked = false
    }

    /// Registers a completion for the bytes so far, including `later` bytes that are still to be added.
    mutating func expect(_ completion: @escaping CurlSocketState.Completion, after later: Int) {
      waiters.append(Waiter(end: sent + count + later, completion: completion))
    }

    /// Returns the completions of bytes that have been sent, one at a time.
    mutating func nextSent() -> CurlSocketState.Completion? {
      guard let first = waiters.first, first.end <= sent else { return nil }
      return waiters.popFirst()?.completion
    }

    /// Returns the completions of the remaining bytes, one at a time.
    mutating func nextUnsent() -> CurlSocketState.Completion? { waiters.popFirst()?.completion }
  }
#endif
