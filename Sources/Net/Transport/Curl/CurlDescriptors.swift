#if os(Linux)
  import CLibcurl

  /// Which descriptors the system watches for the loop, as a pure value.
  ///
  /// libcurl stops watching a descriptor after each request, and starts again with the next one on the same
  /// connection. Those whose close we observe stay registered meanwhile, which saves two calls a request; one that
  /// becomes ready while unused is deregistered.
  struct CurlDescriptors {
    /// What the system is to be told.
    enum Change: Sendable, Hashable {
      case none
      case add(Int32)
      case modify(Int32)
      case remove
    }

    private struct Entry {
      /// What the system watches it for; nil when it does not.
      var watched: Int32?
      /// What libcurl wants to know of it.
      var wanted = LIBCURL_POLL_NONE
      /// Whether its closing will be told of.
      var isFollowed = false
    }

    private var entries: [Entry] = []

    /// libcurl opened it through the loop, and will close it so.
    mutating func opened(_ descriptor: Int32) {
      self[descriptor] = Entry(isFollowed: true)
    }

    /// It is being closed, by which the system forgets it.
    mutating func closed(_ descriptor: Int32) {
      self[descriptor] = Entry()
    }

    /// libcurl wants to know of these events; of none with `LIBCURL_POLL_REMOVE`.
    mutating func want(_ interest: Int32, of descriptor: Int32) -> Change {
      guard descriptor >= 0 else { return .none }
      var entry = self[descriptor]
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

    /// Those that libcurl wants to know of.
    var wanted: [Int32] {
      entries.indices.filter { entries[$0].wanted != LIBCURL_POLL_NONE }.map { Int32($0) }
    }

    /// Something happened to it; whether libcurl wants to know, and if not, what the system is to be told.
    mutating func happened(to descriptor: Int32) -> (isWanted: Bool, change: Change) {
      guard self[descriptor].wanted == LIBCURL_POLL_NONE else { return (true, .none) }
      guard self[descriptor].watched != nil else { return (false, .none) }
      self[descriptor].watched = nil
      return (false, .remove)
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
