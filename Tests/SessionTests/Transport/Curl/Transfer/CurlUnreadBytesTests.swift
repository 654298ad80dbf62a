#if os(Linux)
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlUnreadBytesTests {
    private var spaces = CurlReceiveSpaces()

    /// Fills the current space with a byte.
    private func receive(_ byte: UInt8) {
      for index in 0..<CurlReceiveSpaces.portion { unsafe spaces.current.bytes[index] = byte }
    }

    private func bytes(_ unread: CurlUnreadBytes) -> [UInt8] {
      var bytes: [UInt8] = []
      _ = unsafe unread.withBytes { rest in
        unsafe bytes = Array(rest)
        return 0
      }
      return bytes
    }

    @Test(arguments: [1, CurlReceiveSpaces.smallest - 1, CurlReceiveSpaces.smallest, 262_144])
    mutating func theNextSocketDoesNotChangeThem(count: Int) {
      let end = CurlReceiveSpaces.portion
      receive(1)
      var unread = CurlUnreadBytes()
      unread.keep(end - count..<end, of: &spaces)
      receive(2)
      expectEqual(bytes(unread), Array(repeating: 1, count: count))
    }

    @Test mutating func fewBytesTakeNoSpace() {
      let space = spaces.current
      var unread = CurlUnreadBytes()
      unread.keep(0..<CurlReceiveSpaces.smallest - 1, of: &spaces)
      #expect(spaces.current === space)
    }

    @Test mutating func theyAreReadInParts() {
      for index in 0..<CurlReceiveSpaces.portion { unsafe spaces.current.bytes[index] = UInt8(index % 251) }
      var unread = CurlUnreadBytes()
      unread.keep(10..<CurlReceiveSpaces.portion, of: &spaces)
      unread.drop(3, &spaces)
      expectEqual(bytes(unread).prefix(2), [13, 14])
      unread.drop(CurlReceiveSpaces.portion - 14, &spaces)
      expectEqual(bytes(unread), [UInt8((CurlReceiveSpaces.portion - 1) % 251)])
      expectFalse(unread.isEmpty)
    }

    @Test mutating func aSpaceIsUsedAgainAfterTheLastByte() {
      let space = spaces.current
      var unread = CurlUnreadBytes()
      unread.keep(0..<CurlReceiveSpaces.portion, of: &spaces)
      unread.drop(CurlReceiveSpaces.portion, &spaces)
      expectTrue(unread.isEmpty)
      _ = spaces.take()
      #expect(spaces.current === space)
    }

    @Test mutating func onlyFewUnusedSpacesAreKept() {
      let taken = (0..<10).map { _ in spaces.take() }
      for space in taken { spaces.giveBack(space) }
      let next = (0..<10).map { _ in
        _ = spaces.take()
        return spaces.current
      }
      expectEqual(next.filter { space in taken.contains { $0 === space } }.count, 2)
    }

    @Test mutating func nothingIsUnreadAtFirst() {
      expectTrue(CurlUnreadBytes().isEmpty)
      expectEqual(bytes(CurlUnreadBytes()), [])
    }
  }
#endif
