#if os(Linux)
  /// The connections that a transfer uses one after the other, as a pure value.
  ///
  /// libcurl opens another one if it sends the request again: because the kept connection was closed, or because the
  /// service refused the stream or HTTP/2. It counts the connections that it opens for a transfer before it sends
  /// `CONNECT` or a request on them, but not those that it keeps from others.
  struct CurlConnections: Equatable {
    /// The count of connections when a proxy opened a tunnel.
    private var tunnel: Int?
    /// The count of connections when the request was sent.
    private var last = 0
    /// How many connections had been reused in the loop when the request was sent on a new one; nil after it was sent on
    /// one that others had used.
    private var reuses: Int?
    /// Whether the request was sent.
    private(set) var hasSent = false

    /// A proxy has opened a tunnel.
    mutating func openTunnel(connects: Int) { tunnel = connects }

    /// Whether the connection has no tunnel yet, so that what arrives is from a proxy.
    func isBeforeTunnel(connects: Int, tunnelStatus: Int) -> Bool { tunnelStatus != 0 && tunnel != connects }

    /// The request is about to be sent.
    ///
    /// libcurl sends a request again if the connection ended without a response and had been reused, by whichever
    /// transfer. Otherwise it does so only for a stream that the service has not processed: after `REFUSED_STREAM` and
    /// `HTTP_1_1_REQUIRED` (RFC 9113 section 8.7).
    ///
    /// - Parameters:
    ///   - connects: How many connections libcurl has opened for the transfer.
    ///   - tunnelStatus: The status of the last response of a proxy to `CONNECT`; 0 if there was none.
    ///   - reuses: How often transfers of the loop were sent on a connection that is not their own.
    /// - Returns: Whether the service may have processed the request before.
    mutating func send(connects: Int, tunnelStatus: Int, reuses: inout Int) -> Bool {
      let mayHaveArrived = hasSent && self.reuses != reuses
      let isNew = connects > last && !isBeforeTunnel(connects: connects, tunnelStatus: tunnelStatus)
      if !isNew { reuses += 1 }
      (hasSent, last, self.reuses) = (true, connects, isNew ? reuses : nil)
      return mayHaveArrived
    }
  }
#endif
