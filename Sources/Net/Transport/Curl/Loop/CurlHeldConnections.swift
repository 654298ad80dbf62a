#if os(Linux)
  /// The connections of which libcurl may want nothing although transfers use them, as a pure value: those of paused
  /// transfers.
  ///
  /// libcurl does not tell the descriptor of a running transfer, but the local port of its connection. A connection
  /// with the same port and another address counts as held, too.
  struct CurlHeldConnections: Sendable {
    private var counts: [Int: Int] = [:]

    /// A transfer holds its connection.
    ///
    /// - Parameter port: The local port; 0 if there is none, as with a Unix domain socket.
    mutating func hold(_ port: Int) { counts[port, default: 0] += 1 }

    /// A transfer holds its connection no longer.
    mutating func release(_ port: Int) {
      let count = counts[port] ?? 0
      counts[port] = count > 1 ? count - 1 : nil
    }

    /// Returns whether a transfer may hold the connection with this local port; 0 if it has none.
    func mayInclude(_ port: @autoclosure () -> Int) -> Bool {
      guard !counts.isEmpty else { return false }
      guard counts[0] == nil else { return true }
      let port = port()
      return port == 0 || counts[port] != nil
    }
  }
#endif
