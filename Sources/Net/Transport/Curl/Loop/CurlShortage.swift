#if os(Linux)
  import CLibcurl

  /// Decides whether an attempt that sent nothing failed because the process has too many open descriptors, as a pure
  /// value.
  ///
  /// ```text
  /// a socket was refused ───────────▶ the attempt waits
  /// the connection was refused ─────▶ it fails: it had a socket
  /// no name, no file, no memory ────▶ it waits while the system has less left than such an attempt needs, and is
  ///                                   tried a few times more if others lacked descriptors at that time
  /// ```
  ///
  /// libcurl does not know the reason. It reports a refused socket as a refused connection, and sets
  /// `CURLINFO_OS_ERRNO` for neither that nor a failed lookup or an unreadable file, only where connecting, sending or
  /// receiving fails. All sockets of connections are opened by the loop, so those are known exactly.
  ///
  /// Times are in microseconds of a monotonic clock.
  struct CurlShortage {
    /// How often an attempt is repeated although enough descriptors are left.
    static let repetitions = 3
    /// How long a shortage explains the failure of an attempt.
    static let memory: Int64 = 1_000_000

    /// When a shortage was last noticed.
    private var last: Int64?

    /// Called when a shortage was noticed.
    mutating func noticed(at now: Int64) { last = now }

    /// Decides whether an attempt lacked a descriptor.
    ///
    /// - Parameters:
    ///   - code: libcurl's result code.
    ///   - lacksSocket: Whether the loop could not open a socket for the attempt.
    ///   - failures: How often the attempt was repeated although enough descriptors were left.
    ///   - othersWait: Whether other attempts of the loop wait for descriptors.
    ///   - now: The time.
    ///   - supply: Returns what is left for something that needs this many descriptors at once.
    /// - Returns: Whether it can start again when there is a descriptor.
    mutating func isReason(
      for code: Int32, lacksSocket: Bool, failures: inout Int, othersWait: Bool, at now: Int64,
      supply: (_ needed: Int32) -> CurlWaiting.Supply
    ) -> Bool {
      if code == LIBCURL_E_COULDNT_CONNECT {
        if lacksSocket { noticed(at: now) }
        return lacksSocket
      }
      guard let needed = Self.needed(after: code) else { return false }
      switch supply(needed) {
      case .none:
        noticed(at: now)
        return true
      case .few: break
      case .enough:
        let isRecent = last.map { now - $0 < Self.memory } ?? false
        guard othersWait || isRecent else { return false }
      }
      guard failures < Self.repetitions else { return false }
      failures += 1
      return true
    }

    /// The number of descriptors that an attempt needs at once where it failed with this code; nil if descriptors are
    /// not the reason.
    private static func needed(after code: Int32) -> Int32? {
      switch code {
      // A pair between libcurl and its resolver, and a file or a socket of the resolver.
      case LIBCURL_E_COULDNT_RESOLVE_HOST, LIBCURL_E_COULDNT_RESOLVE_PROXY: 3
      // A file in addition to the socket, which libcurl has closed since.
      case LIBCURL_E_SSL_CACERT_BADFILE, LIBCURL_E_SSL_CERTPROBLEM: 2
      case LIBCURL_E_OUT_OF_MEMORY, LIBCURL_E_FAILED_INIT: 1
      default: nil
      }
    }
  }
#endif
