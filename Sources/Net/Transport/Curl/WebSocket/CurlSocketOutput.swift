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
    /// The number of bytes that are sent in a turn, so that other connections have theirs.
    private static let turn = 1 << 20

    /// Only replaced as a whole, and only when all of them are sent.
    var bytes: [UInt8]
    private var offset = 0
    /// The number of bytes sent since the start.
    private(set) var sent = 0
    private var waiters = FIFO<Waiter>()
    private(set) var isBlocked = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isEmpty: Bool { bytes.isEmpty }

    var count: Int { bytes.count - offset }

    /// Sends as much as is possible now.
    mutating func send(_ handle: CurlEasyHandle) -> Sending {
      isBlocked = false
      var rest = Self.turn
      while offset < bytes.count {
        guard rest > 0 else {
          isBlocked = true
          return .blocked
        }
        let end = min(offset + Self.chunk, bytes.count)
        // Valid during the call; the array is not changed before all of it is sent, so its address stays.
        let result = unsafe bytes.withUnsafeBytes {
          unsafe handle.send(UnsafeRawBufferPointer(rebasing: $0[offset..<end]))
        }
        switch result {
        case .later:
          isBlocked = true
          return .blocked
        case .failed: return .failed
        case .bytes(let count):
          offset += count
          sent += count
          rest -= count
        }
      }
      bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.chunk)
      offset = 0
      return .done
    }

    /// Drops all bytes.
    mutating func drop() {
      bytes = []
      offset = 0
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
