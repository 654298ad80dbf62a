/// How long the steps of a task took and which connection it had, as far as the transport knows.
///
/// ```swift
/// let response = await network.get(url).response(.data)
/// if let firstByte = response.timings.transport?.firstByte { print("the service took \(firstByte)") }
/// ```
public struct TransportTimings: Sendable, Hashable {
  private struct Contents: Hashable {
    var nameLookup: Duration?
    var connect: Duration?
    var secureConnection: Duration?
    var firstByte: Duration?
    var total: Duration?
    var connection: TransportConnection?
  }

  private var contents: Boxed<Contents>

  /// Makes timings.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, secureConnection: Duration? = nil,
    firstByte: Duration? = nil, total: Duration? = nil, connection: TransportConnection? = nil
  ) {
    contents = Boxed(
      Contents(
        nameLookup: nameLookup, connect: connect, secureConnection: secureConnection, firstByte: firstByte,
        total: total, connection: connection))
  }

  /// Finding the address of the host; nil on a connection that was there already.
  public var nameLookup: Duration? {
    get { contents.value.nameLookup }
    set { contents.value.nameLookup = newValue }
  }

  /// Opening the connection; nil on one that was there already.
  public var connect: Duration? {
    get { contents.value.connect }
    set { contents.value.connect = newValue }
  }

  /// Agreeing on TLS; nil without it, and on a connection that was there already.
  public var secureConnection: Duration? {
    get { contents.value.secureConnection }
    set { contents.value.secureConnection = newValue }
  }

  /// From the beginning to the first byte of the response.
  public var firstByte: Duration? {
    get { contents.value.firstByte }
    set { contents.value.firstByte = newValue }
  }

  /// From the beginning to the end.
  public var total: Duration? {
    get { contents.value.total }
    set { contents.value.total = newValue }
  }

  /// The connection that it went over.
  public var connection: TransportConnection? {
    get { contents.value.connection }
    set { contents.value.connection = newValue }
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
