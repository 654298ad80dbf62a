#if os(Linux)
  import CLibcurl

  extension CurlTransfer {
    /// When the transfer began, and when the first line of its response arrived.
    ///
    /// libcurl measures the steps from the time at which a transfer stops waiting for a connection, and does not say
    /// how long it waited.
    struct Moments {
      /// A difference below this is not a wait.
      static let precision = Duration.milliseconds(1)

      private var start = Duration.zero
      var firstLine: Duration?
      /// When the first line or the last chunk of the response arrived, or else when the transfer began.
      private var lastActivity: Duration

      init(start: Duration = .zero) { (self.start, lastActivity) = (start, start) }

      /// Whether the times of chunks are noted, which only a connection that may stay open after a cancellation needs.
      var timesChunks = false

      /// Called when a line of a response has arrived.
      mutating func receivedLine() {
        guard firstLine == nil else { return }
        lastActivity = DispatchTimer.uptime
        firstLine = lastActivity
      }

      /// Called when a chunk of a response has arrived.
      mutating func receivedChunk() { if timesChunks { lastActivity = DispatchTimer.uptime } }

      /// Returns how long nothing has arrived.
      func silence(at now: Duration) -> Duration { now - lastActivity }

      /// Returns how long the transfer waited; nil if it did not wait.
      ///
      /// This thread may see the first line long after libcurl has received it. libcurl counts the wait in the total,
      /// so the wait cannot be longer than what the other times leave of that.
      ///
      /// - Parameters:
      ///   - firstByte: The time from the end of the wait to the first byte of the response.
      ///   - total: The time from the start to the end.
      /// - Returns: The time, or nil.
      func queued(before firstByte: Duration, of total: Duration) -> Duration? {
        guard let firstLine, firstByte > .zero else { return nil }
        let queued = min(firstLine - start, total) - firstByte
        return queued < Self.precision ? nil : queued
      }
    }

    var timings: TransportTimings {
      let firstByte = Duration.microseconds(handle.offset(LIBCURL_INFO_STARTTRANSFER_TIME_T))
      let total = Duration.microseconds(handle.offset(LIBCURL_INFO_TOTAL_TIME_T))
      let queued = moments.queued(before: firstByte, of: total)
      let pending = handle.pending
      var timings = handle.timings(
        isNew: connects > 0, queued: queued, firstByte: firstByte + (queued ?? .zero), total: total)
      // Otherwise it is part of the wait that this side has measured.
      if pending > queued ?? .zero {
        timings.queued = (queued ?? .zero) + pending
        timings.nameLookup = timings.nameLookup.map { max(.zero, $0 - pending) }
      }
      return timings
    }
  }

  extension CurlEasyHandle {
    /// How long the transfer waited for a connection, if libcurl measures the other times from before that; otherwise
    /// zero.
    ///
    /// Versions before 8.6 do not know it, and measure from the end of the wait.
    fileprivate var pending: Duration {
      let wait = offset(LIBCURL_INFO_QUEUE_TIME_T)
      let pending = Duration.microseconds(wait)
      guard pending >= CurlTransfer.Moments.precision, wait <= offset(LIBCURL_INFO_PRETRANSFER_TIME_T) else {
        return .zero
      }
      return pending
    }

    /// The times of the steps that libcurl measures, and the connection.
    ///
    /// - Parameters:
    ///   - isNew: Whether the connection was opened for this transfer, so that it has times.
    ///   - queued: How long the transfer waited for a connection.
    ///   - firstByte: The time until the first byte of the response.
    ///   - total: The time from the start to the end; nil asks libcurl.
    /// - Returns: The times; those of opening a connection are nil if it was kept.
    func timings(
      isNew: Bool, queued: Duration? = nil, firstByte: Duration? = nil, total: Duration? = nil
    ) -> TransportTimings {
      var timings = TransportTimings(
        queued: queued, firstByte: firstByte,
        total: total ?? .microseconds(offset(LIBCURL_INFO_TOTAL_TIME_T)),
        connection: TransportConnection(
          remoteAddress: text(LIBCURL_INFO_PRIMARY_IP), remotePort: number(LIBCURL_INFO_PRIMARY_PORT),
          isReused: !isNew))
      guard isNew else { return timings }
      let name = offset(LIBCURL_INFO_NAMELOOKUP_TIME_T)
      let connect = offset(LIBCURL_INFO_CONNECT_TIME_T)
      let secure = offset(LIBCURL_INFO_APPCONNECT_TIME_T)
      timings.nameLookup = .microseconds(name)
      timings.connect = .microseconds(max(0, connect - name))
      if secure > 0 { timings.secureConnection = .microseconds(max(0, secure - connect)) }
      return timings
    }
  }
#endif
