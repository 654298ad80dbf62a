#if os(Linux)
  import CLibcurl
  import Foundation

  /// The connections that a transfer uses one after another, as a pure value.
  ///
  /// libcurl opens another one if it sends the request again: because the kept connection was closed, or because the
  /// service refused the stream or HTTP/2. It counts the connections that it opens for a transfer before it sends
  /// `CONNECT` or a request on them, but not those that it keeps from others.
  struct CurlConnections: Equatable {
    /// The count of connections when a proxy opened a tunnel.
    private var tunnel: Int?
    /// The count of connections when the request was sent.
    private var last = 0
    /// How many connections had been reused in the loop when the request was sent on a new one; nil after it was sent
    /// on one that others had used.
    private var reuses: Int?
    /// Whether the request was sent.
    private(set) var hasSent = false
    /// The stream of HTTP/2 that the request was sent on; nil if it is unknown.
    private var stream: Int?
    /// Whether the server has said that it does not process the request.
    private(set) var isRefused = false

    /// Called when a proxy has opened a tunnel.
    mutating func openTunnel(connects: Int) { tunnel = connects }

    /// Whether the request has not been sent on the newest connection, so that what arrives there is from a proxy.
    func isBeforeRequest(connects: Int) -> Bool { !hasSent || connects > last }

    /// Whether the connection has no tunnel yet, so that what arrives is from a proxy.
    ///
    /// It does not know a proxy whose status libcurl cannot read. Versions that do not ask before they send tell no more.
    func isBeforeTunnel(connects: Int, tunnelStatus: Int) -> Bool { tunnelStatus != 0 && tunnel != connects }

    /// Called when the request is about to be sent.
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
      let mayHaveArrived = hasSent && self.reuses != reuses && !isRefused
      (stream, isRefused) = (nil, false)
      let isNew = connects > last && !isBeforeTunnel(connects: connects, tunnelStatus: tunnelStatus)
      if !isNew { reuses += 1 }
      (hasSent, last, self.reuses) = (true, connects, isNew ? reuses : nil)
      return mayHaveArrived
    }

    /// libcurl describes in words what it does.
    ///
    /// A server that closes a connection of HTTP/2 names the last stream that it processes (`GOAWAY`). A request on a later
    /// one may be sent again, whatever its method (RFC 9113 section 6.8). libcurl 7.88 only ends it with an error. 8.23 sends
    /// it again, and names the stream in other words. It also names a stream that was refused (section 8.7).
    mutating func noteDebugText(_ words: String) {
      if let stream = Self.openedStream(words) {
        self.stream = stream
      } else if words.hasPrefix(Self.refusal), words.contains(" refused by server") {
        isRefused = isRefused || stream != nil && stream == Self.number(words.dropFirst(Self.refusal.count))
      } else if words.hasPrefix("rec"), let start = words.range(of: "GOAWAY")?.upperBound,
        let name = words.range(of: "last_stream=", range: start..<words.endIndex),
        let last = Self.number(words[name.upperBound...])
      {
        isRefused = isRefused || last < self.stream ?? 1
      }
    }

    private static let refusal = "HTTP/2 stream "

    /// Returns the stream that the words say was opened for the request; nil for other words.
    private static func openedStream(_ words: String) -> Int? {
      let (former, latter) = ("Using Stream ID: ", "[HTTP/2] [")
      if words.hasPrefix(former) { return number(words.dropFirst(former.count)) }
      guard words.hasPrefix(latter), words.contains("] OPENED stream") else { return nil }
      return number(words.dropFirst(latter.count))
    }

    private static func number(_ words: Substring) -> Int? {
      Int(Substring(words.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }))
    }

    /// Returns whether a request without a response may be sent again, although libcurl has ended it with this code.
    ///
    /// libcurl itself sends a request again only if reading or writing fails, and with HTTP/2 not in any case. If a
    /// server closes a connection of HTTP/2 when a request is about to use it, libcurl reports that the connection
    /// takes no more streams, or that it ended before the stream.
    ///
    /// - Parameters:
    ///   - code: libcurl's result.
    ///   - isUnsent: Whether libcurl has sent nothing of the request.
    ///   - isRefused: Whether the server has said that it does not process the request.
    ///   - connects: How many connections libcurl has opened for the transfer.
    ///   - isIdempotent: Whether the request may be processed twice.
    /// - Returns: Whether it may be sent again.
    static func mayRepeat(
      after code: Int32, isUnsent: Bool, isRefused: Bool, connects: Int, isIdempotent: Bool
    ) -> Bool {
      switch code {
      case LIBCURL_E_HTTP2 where isUnsent: true
      case LIBCURL_E_HTTP2, LIBCURL_E_PARTIAL_FILE, LIBCURL_E_SEND_ERROR, LIBCURL_E_RECV_ERROR:
        isRefused || isIdempotent && connects == 0
      default: false
      }
    }
  }
#endif
