#if os(Linux)
  /// Received bytes that a socket has not read yet, because its receiver does not keep up.
  ///
  /// Only the thread that leads the loop uses it.
  struct CurlUnreadBytes {
    private enum Storage {
      case none
      case copied([UInt8])
      case space(CurlReceiveSpace)
    }

    private var storage = Storage.none
    private var range = 0..<0

    var isEmpty: Bool { range.isEmpty }

    /// Keeps these bytes of the space in which they were received.
    mutating func keep(_ rest: Range<Int>, of spaces: inout CurlReceiveSpaces) {
      guard rest.count < CurlReceiveSpaces.smallest else {
        (storage, range) = (.space(spaces.take()), rest)
        return
      }
      // The bytes are copied during the call.
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: spaces.current.bytes[rest])
      (storage, range) = (.copied(unsafe Array(bytes)), 0..<rest.count)
    }

    /// Calls a closure with the bytes, which are valid during the call.
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Int) -> Int {
      // The bytes are only read during the call. This value keeps a space, and nobody receives in it.
      switch storage {
      case .none: 0
      case .copied(let bytes): unsafe bytes.withUnsafeBytes { unsafe body(.init(rebasing: $0[range])) }
      case .space(let space): unsafe body(UnsafeRawBufferPointer(rebasing: space.bytes[range]))
      }
    }

    /// Drops bytes that were read; after the last one, the space can be used again.
    mutating func drop(_ count: Int, _ spaces: inout CurlReceiveSpaces) {
      range = range.dropFirst(count)
      guard range.isEmpty else { return }
      if case .space(let space) = storage { spaces.giveBack(space) }
      storage = .none
    }
  }
#endif
