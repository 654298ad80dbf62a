/// How long the steps of a task took and which connection it had, as far as the transport knows.
///
/// ```swift
/// let response = await network.get(url).response(.data)
/// if let firstByte = response.timings.transport?.firstByte { print("the service took \(firstByte)") }
/// ```
public struct TransportTimings: Sendable, Hashable {
  /// Finding the address of the host; nil on a connection that was there already.
  public var nameLookup: Duration?
  /// Opening the connection; nil on one that was there already.
  public var connect: Duration?
  /// Agreeing on TLS; nil without it, and on a connection that was there already.
  public var secureConnection: Duration?
  /// From the beginning to the first byte of the response.
  public var firstByte: Duration?
  /// From the beginning to the end.
  public var total: Duration?
  /// The connection that it went over.
  public var connection: TransportConnection?

  /// Makes timings.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, secureConnection: Duration? = nil,
    firstByte: Duration? = nil, total: Duration? = nil, connection: TransportConnection? = nil
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.secureConnection = secureConnection
    self.firstByte = firstByte
    self.total = total
    self.connection = connection
  }
}

/// The connection that a request went over.
public struct TransportConnection: Sendable, Hashable {
  /// The address at the other end: of the service, or of the proxy; empty for a Unix domain socket.
  public var remoteAddress: String
  /// The port at the other end; 0 for a Unix domain socket.
  public var remotePort: Int
  /// Whether it had been opened for a request before.
  public var isReused: Bool

  /// Makes a connection.
  public init(remoteAddress: String, remotePort: Int, isReused: Bool) {
    self.remoteAddress = remoteAddress
    self.remotePort = remotePort
    self.isReused = isReused
  }
}
