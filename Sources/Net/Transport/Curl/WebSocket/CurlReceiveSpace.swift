#if os(Linux)
  /// Memory for what a descriptor has received.
  ///
  /// Only the thread that leads the loop uses it.
  @safe final class CurlReceiveSpace {
    /// Owned by this object, and used by one socket at a time.
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) { unsafe bytes = .allocate(byteCount: count, alignment: 16) }

    deinit { unsafe bytes.deallocate() }
  }

  /// The memory in which the sockets of a hub receive, one after another.
  ///
  /// A socket whose receiver does not keep up takes the space with what it has not read, instead of copying that, and
  /// the next one receives in another. To copy needs new memory each time, which costs several times as much as to
  /// receive, because the allocator returns large blocks to the system.
  struct CurlReceiveSpaces {
    /// The number of bytes that are received at a time.
    static let portion = 262_144
    /// The fewest bytes for which a socket takes a space, so that many slow receivers keep little more than their
    /// bytes.
    static let smallest = portion / 4
    /// The number of spaces that are kept for the next sockets.
    private static let spares = 2

    /// Where the next socket receives.
    private(set) var current = CurlReceiveSpace(count: portion)
    private var free: [CurlReceiveSpace] = []

    /// Returns the current space, which the caller keeps.
    mutating func take() -> CurlReceiveSpace {
      defer { current = free.popLast() ?? CurlReceiveSpace(count: Self.portion) }
      return current
    }

    /// Takes back a space that the caller no longer needs.
    mutating func giveBack(_ space: CurlReceiveSpace) {
      if free.count < Self.spares { free.append(space) }
    }
  }
#endif
