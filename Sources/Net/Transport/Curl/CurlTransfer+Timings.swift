#if os(Linux)
  import CLibcurl

  extension CurlTransfer {
    /// When the transfer began, and when the first line of its response arrived.
    ///
    /// libcurl measures the steps from the time at which a transfer stops waiting for a connection, and does not say how
    /// long it waited.
    struct Moments {
      /// A difference below this is not a wait.
      private static let precision = Duration.milliseconds(1)

      private var start = Duration.zero
      var firstLine: Duration?

      init(start: Duration = .zero) { self.start = start }

      /// A line of a response has arrived.
      mutating func hear() { firstLine = firstLine ?? DispatchTimer.uptime }

      /// Returns how long the transfer waited, if the response arrived this long after the wait; nil if it did not wait.
      func queued(before firstByte: Duration) -> Duration? {
        guard let firstLine, firstByte > .zero else { return nil }
        let queued = firstLine - start - firstByte
        return queued < Self.precision ? nil : queued
      }
    }

    var timings: TransportTimings {
      let name = handle.offset(LIBCURL_INFO_NAMELOOKUP_TIME_T)
      let connect = handle.offset(LIBCURL_INFO_CONNECT_TIME_T)
      let secure = handle.offset(LIBCURL_INFO_APPCONNECT_TIME_T)
      let firstByte = Duration.microseconds(handle.offset(LIBCURL_INFO_STARTTRANSFER_TIME_T))
      let queued = moments.queued(before: firstByte)
      let isNew = connects > 0
      return TransportTimings(
        queued: queued, nameLookup: isNew ? .microseconds(name) : nil,
        connect: isNew ? .microseconds(max(0, connect - name)) : nil,
        secureConnection: isNew && secure > 0 ? .microseconds(max(0, secure - connect)) : nil,
        firstByte: firstByte + (queued ?? .zero),
        total: .microseconds(handle.offset(LIBCURL_INFO_TOTAL_TIME_T)),
        connection: TransportConnection(
          remoteAddress: handle.text(LIBCURL_INFO_PRIMARY_IP),
          remotePort: handle.number(LIBCURL_INFO_PRIMARY_PORT), isReused: !isNew))
    }
  }
#endif
