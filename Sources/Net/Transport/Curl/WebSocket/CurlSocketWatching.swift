#if os(Linux)
  import CLibcurl

  /// The events of its descriptor for which a WebSocket waits, as a pure value.
  ///
  /// The descriptor does not report bytes that were received but not read: those that wait for the receiver,
  /// and those that TLS has decrypted. So reading continues without it until none are left.
  struct CurlSocketWatching {
    private var interest = LIBCURL_POLL_NONE
    /// Whether there may be bytes that the descriptor does not report.
    private var hasBytes = true
    /// Whether to read on in the next turn, without waiting for the descriptor; true once for each turn.
    private(set) var readsOn = false
    /// Whether the next turn has been asked for.
    private var hasTurn = false

    /// Whether the descriptor is watched.
    var isWatching: Bool { interest != LIBCURL_POLL_NONE }

    /// Whether the descriptor reports everything that can be read.
    var isReading: Bool { interest & LIBCURL_POLL_IN != 0 && !hasBytes }

    /// Called when there may be bytes that the descriptor does not report.
    mutating func leavesBytes() { hasBytes = true }

    /// Called when everything that was received has been read.
    mutating func hasRead() { hasBytes = false }

    /// Called when the turn that was asked for has come.
    mutating func beginTurn() { hasTurn = false }

    /// Decides what to watch.
    ///
    /// - Parameters:
    ///   - mayRead: Whether the receiver accepts more. It may have changed since reading stopped, without a
    ///     notification.
    ///   - isBlocked: Whether sending waits for the descriptor.
    /// - Returns: The new interest in the descriptor, or nil if it is the same.
    mutating func changed(mayRead: Bool, isBlocked: Bool) -> Int32? {
      // The descriptor may report the socket before its turn has come.
      readsOn = mayRead && hasBytes && !hasTurn
      if readsOn { hasTurn = true }
      let wanted =
        (mayRead ? LIBCURL_POLL_IN : LIBCURL_POLL_NONE) | (isBlocked ? LIBCURL_POLL_OUT : LIBCURL_POLL_NONE)
      guard wanted != interest else { return nil }
      interest = wanted
      return wanted
    }
  }
#endif
