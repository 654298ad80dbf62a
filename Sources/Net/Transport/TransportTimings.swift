/// The durations of the steps of a task and its connection, as far as the transport knows them.
///
/// ```swift
/// let response = await network.get(url).response(.data)
/// if let firstByte = response.timings.transport?.firstByte { print("the service took \(firstByte)") }
/// ```
public struct TransportTimings: Sendable, Hashable {
  private struct Contents: Hashable {
    var queued: Duration?
    var nameLookup: Duration?
    var connect: Duration?
    var secureConnection: Duration?
    var firstByte: Duration?
    var total: Duration?
    var connection: TransportConnection?
  }

  private var contents: Boxed<Contents>

  /// Creates timings.
  public init(
    queued: Duration? = nil, nameLookup: Duration? = nil, connect: Duration? = nil,
    secureConnection: Duration? = nil, firstByte: Duration? = nil, total: Duration? = nil,
    connection: TransportConnection? = nil
  ) {
    contents = Boxed(
      Contents(
        queued: queued, nameLookup: nameLookup, connect: connect, secureConnection: secureConnection,
        firstByte: firstByte, total: total, connection: connection))
  }

  /// Whether the transport knows nothing.
  var isEmpty: Bool { contents.value == Contents() }

  /// The time for which the transport waited for a connection, before all other steps; nil if it did not wait, or does
  /// not know it.
  ///
  /// It waits if its connections are limited (``ConnectionLimits``), and for the connection that another request opens,
  /// if requests can share it.
  public var queued: Duration? {
    get { contents.value.queued }
    set { contents.value.queued = newValue }
  }

  /// The time for resolving the host name, or nil on a reused connection.
  public var nameLookup: Duration? {
    get { contents.value.nameLookup }
    set { contents.value.nameLookup = newValue }
  }

  /// The time for opening the connection, or nil on a reused connection.
  public var connect: Duration? {
    get { contents.value.connect }
    set { contents.value.connect = newValue }
  }

  /// The time for negotiating TLS, or nil without TLS and on a reused connection.
  public var secureConnection: Duration? {
    get { contents.value.secureConnection }
    set { contents.value.secureConnection = newValue }
  }

  /// The time from the start to the first byte of the response.
  public var firstByte: Duration? {
    get { contents.value.firstByte }
    set { contents.value.firstByte = newValue }
  }

  /// The time from the start to the end.
  public var total: Duration? {
    get { contents.value.total }
    set { contents.value.total = newValue }
  }

  /// The connection of the task.
  public var connection: TransportConnection? {
    get { contents.value.connection }
    set { contents.value.connection = newValue }
  }
}

/// The connection of a request.
public struct TransportConnection: Sendable, Hashable {
  /// The address of the service or proxy, empty for a Unix domain socket.
  public var remoteAddress: String
  /// The port of the service or proxy, 0 for a Unix domain socket.
  public var remotePort: Int
  /// Whether an earlier request had opened the connection.
  public var isReused: Bool

  /// Creates a connection.
  public init(remoteAddress: String, remotePort: Int, isReused: Bool) {
    self.remoteAddress = remoteAddress
    self.remotePort = remotePort
    self.isReused = isReused
  }
}
