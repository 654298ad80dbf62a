#if os(Linux)
  import TestSupport
  import Testing

  @testable import Net

  /// The numbers are libcurl's: 1 to read, 2 to write, 4 to stop watching.
  @Suite struct CurlDescriptorsTests {
    private var descriptors = CurlDescriptors()

    @Test mutating func aDescriptorIsAddedOnceAndModifiedOnChange() {
      expectEqual(descriptors.want(2, of: 5), .add(2))
      expectEqual(descriptors.want(1, of: 5), .modify(1))
      expectEqual(descriptors.want(1, of: 5), .none)
    }

    @Test mutating func aDescriptorWithAnObservedCloseStaysRegistered() {
      descriptors.opened(5)
      expectEqual(descriptors.want(1, of: 5), .add(1))
      expectEqual(descriptors.want(4, of: 5), .none)
      expectEqual(descriptors.want(1, of: 5), .none)
    }

    @Test mutating func aDescriptorWithoutAnObservedCloseIsRemoved() {
      expectEqual(descriptors.want(1, of: 5), .add(1))
      expectEqual(descriptors.want(4, of: 5), .remove)
      expectEqual(descriptors.want(1, of: 5), .add(1))
    }

    @Test mutating func anUnusedDescriptorThatBecomesReadyIsRemoved() {
      descriptors.opened(5)
      _ = descriptors.want(1, of: 5)
      #expect(descriptors.happened(to: 5) { true } == (true, .none, false))
      _ = descriptors.want(4, of: 5)
      #expect(descriptors.happened(to: 5) { true } == (false, .remove, false))
      #expect(descriptors.happened(to: 5) { true } == (false, .none, false))
      expectEqual(descriptors.want(1, of: 5), .add(1))
    }

    /// A request may end in the call of libcurl that opened its connection, which is watched for writing until then.
    @Test mutating func anUnusedConnectionThatCanBeWrittenToStaysOpen() {
      descriptors.opened(5, isExclusive: true)
      expectEqual(descriptors.want(2, of: 5), .add(2))
      expectEqual(descriptors.want(4, of: 5), .none)
      #expect(descriptors.happened(to: 5) { false } == (false, .modify(1), false))
      #expect(descriptors.happened(to: 5) { false } == (false, .none, false))
      // What arrives is still noticed.
      #expect(descriptors.happened(to: 5) { true } == (false, .remove, true))
    }

    /// libcurl may have read what epoll reported, for a transfer whose timer was due.
    @Test mutating func anUnusedConnectionWhoseBytesWereReadStaysOpen() {
      descriptors.opened(5, isExclusive: true)
      _ = descriptors.want(1, of: 5)
      _ = descriptors.want(4, of: 5)
      #expect(descriptors.happened(to: 5) { false } == (false, .none, false))
      expectEqual(descriptors.want(1, of: 5), .none)
    }

    @Test mutating func aSharedConnectionThatCanBeWrittenToIsRemoved() {
      descriptors.opened(5)
      _ = descriptors.want(2, of: 5)
      _ = descriptors.want(4, of: 5)
      #expect(descriptors.happened(to: 5) { false } == (false, .remove, false))
    }

    @Test mutating func theSectionOfADescriptorIsKnownUntilItIsClosed() {
      descriptors.opened(5, in: 1)
      _ = descriptors.want(1, of: 6, in: 2)
      _ = descriptors.want(1, of: 5)
      expectEqual(descriptors.section(of: 5), 1)
      expectEqual(descriptors.section(of: 6), 2)
      _ = descriptors.closed(5)
      expectNil(descriptors.section(of: 5))
    }

    @Test mutating func descriptorsInUseAreListed() {
      descriptors.opened(5)
      _ = descriptors.want(1, of: 5)
      _ = descriptors.want(2, of: 7)
      _ = descriptors.want(1, of: 9)
      _ = descriptors.want(4, of: 5)
      _ = descriptors.closed(9)
      expectEqual(descriptors.wanted, [7])
    }

    @Test mutating func aClosedDescriptorIsForgotten() {
      descriptors.opened(5)
      _ = descriptors.want(1, of: 5)
      expectEqual(descriptors.closed(5), .remove)
      expectEqual(descriptors.closed(5), .none)
      descriptors.opened(5)
      expectEqual(descriptors.want(1, of: 5), .add(1))
    }

    @Test mutating func aConnectionIsExclusiveUntilItIsClosed() {
      descriptors.opened(5)
      descriptors.opened(6, isExclusive: true)
      expectEqual(
        [areArrivalsRefused(by: 5), areArrivalsRefused(by: 6), areArrivalsRefused(by: 7)],
        [false, true, false])
      descriptors.becameExclusive(5)
      descriptors.becameExclusive(7)
      _ = descriptors.closed(6)
      expectEqual(
        [areArrivalsRefused(by: 5), areArrivalsRefused(by: 6), areArrivalsRefused(by: 7)],
        [true, false, false])
    }

    /// Returns whether something that arrives after a request spoils the connection.
    private mutating func areArrivalsRefused(by descriptor: Int32) -> Bool {
      _ = descriptors.want(1, of: descriptor)
      _ = descriptors.want(4, of: descriptor)
      return descriptors.happened(to: descriptor) { true }.isSpoiled
    }

    @Test mutating func anInvalidDescriptorIsIgnored() {
      expectEqual(descriptors.want(1, of: -1), .none)
      descriptors.opened(-1)
      #expect(descriptors.happened(to: -1) { true } == (false, .none, false))
    }
  }

  private func == (
    left: (isWanted: Bool, change: CurlDescriptors.Change, isSpoiled: Bool),
    right: (Bool, CurlDescriptors.Change, Bool)
  ) -> Bool {
    left.isWanted == right.0 && left.change == right.1 && left.isSpoiled == right.2
  }
#endif
