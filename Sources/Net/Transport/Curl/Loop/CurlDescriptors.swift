#if os(Linux)
  import CLibcurl

  /// The descriptors that epoll watches for the loop, as a pure value.
  ///
  /// libcurl stops watching a descriptor after each request and starts again with the next request on the same
  /// connection. Descriptors whose close we observe stay registered in between, which saves two system calls per
  /// request. One that becomes ready while unused is deregistered, unless nothing has arrived where that matters.
  ///
  /// With HTTP/1 nothing may arrive while no request uses the connection (RFC 9112 section 9.2). Bytes that
  /// do arrive must not be mistaken for the response to the next request, as they are with libcurl before
  /// 8.0.
  struct CurlDescriptors {
    /// A change to the registration with epoll.
    enum Change: Sendable, Equatable {
      case none
      case add(Int32)
      case modify(Int32)
      case remove
    }

    private struct Entry {
      /// The events registered with epoll, or nil if it does not watch the descriptor.
      var watched: Int32?
      /// The events libcurl is interested in.
      var wanted = LIBCURL_POLL_NONE
      /// Whether libcurl closes the descriptor through the loop, so that we observe the close.
      var isFollowed = false
      /// Whether the connection has HTTP/1, so that nothing may arrive while it is unused.
      var isExclusive = false
      /// The section of the loop that uses it, if one does.
      var section: Int?
    }

    private var entries: [Entry] = []

    /// Called when libcurl has opened the descriptor through the loop; it will close it in the same way.
    mutating func opened(_ descriptor: Int32, isExclusive: Bool = false, in section: Int? = nil) {
      self[descriptor] = Entry(isFollowed: true, isExclusive: isExclusive, section: section)
    }

    /// Called when the connection uses HTTP/1.
    mutating func becameExclusive(_ descriptor: Int32) {
      if self[descriptor].isFollowed { self[descriptor].isExclusive = true }
    }

    /// Called when the descriptor is about to be closed.
    ///
    /// epoll watches a socket until its last copy is closed, and a forked child may have one. Nothing could remove the
    /// socket then, and the loop would wake up all the time once something arrives.
    mutating func closed(_ descriptor: Int32) -> Change {
      defer { self[descriptor] = Entry() }
      return self[descriptor].watched == nil ? .none : .remove
    }

    /// Called when libcurl is interested in these events, for this section of the loop; with `LIBCURL_POLL_REMOVE` in
    /// none.
    mutating func want(_ interest: Int32, of descriptor: Int32, in section: Int? = nil) -> Change {
      guard descriptor >= 0 else { return .none }
      var entry = self[descriptor]
      if let section { entry.section = section }
      defer { self[descriptor] = entry }
      guard interest != LIBCURL_POLL_REMOVE, interest != LIBCURL_POLL_NONE else {
        entry.wanted = LIBCURL_POLL_NONE
        guard !entry.isFollowed, entry.watched != nil else { return .none }
        entry.watched = nil
        return .remove
      }
      entry.wanted = interest
      let watched = entry.watched
      guard watched != interest else { return .none }
      entry.watched = interest
      return watched == nil ? .add(interest) : .modify(interest)
    }

    /// The section of the loop that uses the descriptor, if one does.
    func section(of descriptor: Int32) -> Int? { self[descriptor].section }

    /// The descriptors that libcurl is interested in.
    var wanted: [Int32] {
      entries.indices.filter { entries[$0].wanted != LIBCURL_POLL_NONE }.map { Int32($0) }
    }

    /// Called when a descriptor is ready.
    ///
    /// That does not mean that anything has arrived. A request may end in the same call of libcurl that has opened its
    /// connection, which is then still watched for writing. And libcurl may already have read what has arrived, because
    /// it handles transfers whose timers are due with any descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - hasArrivals: Whether bytes or the end have arrived; called only for an unused connection with HTTP/1.
    /// - Returns: Whether libcurl is interested, and if not, the change to the registration; and whether the connection
    ///   has arrivals although it is unused.
    mutating func happened(
      to descriptor: Int32, hasArrivals: () -> Bool
    ) -> (isWanted: Bool, change: Change, isSpoiled: Bool) {
      guard self[descriptor].wanted == LIBCURL_POLL_NONE else { return (true, .none, false) }
      guard self[descriptor].watched != nil else { return (false, .none, false) }
      let isExclusive = self[descriptor].isExclusive
      guard !isExclusive || hasArrivals() else {
        defer { self[descriptor].watched = LIBCURL_POLL_IN }
        return (false, self[descriptor].watched == LIBCURL_POLL_IN ? .none : .modify(LIBCURL_POLL_IN), false)
      }
      self[descriptor].watched = nil
      return (false, .remove, isExclusive)
    }

    private subscript(descriptor: Int32) -> Entry {
      get {
        let index = Int(descriptor)
        return entries.indices.contains(index) ? entries[index] : Entry()
      }
      set {
        let index = Int(descriptor)
        guard index >= 0 else { return }
        while entries.count <= index { entries.append(Entry()) }
        entries[index] = newValue
      }
    }
  }
#endif
