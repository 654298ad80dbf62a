/// One side of an open WebSocket, as a pure value: frames, pongs and the close handshake.
///
/// ```text
///        send, ping, close ─▶ output
/// open ─ close() ─▶ closing ─ close frame ─▶ closed
///   └──── close frame (echoed) or error ───────┘
/// ```
///
/// It reads no clock and knows no connection: its owner passes bytes in and sends ``takeOutput(into:)``. In *closing*
/// it discards messages. *Closed* means that no byte is read or written any more, and that the owner sends what is left
/// and closes the connection.
package struct WebSocketEndpoint: Sendable {
  /// What the owner must know.
  package enum Event: Sendable, Equatable {
    case message(WebSocketMessage)
    /// A ping, which has been answered.
    case ping
    /// The payload of a pong.
    case pong([UInt8])
    /// A close frame. Nothing follows.
    case closed(WebSocketClosure)
    /// An error, which has been reported to the peer if possible. Nothing follows.
    case failed(WebSocketError)
  }

  private enum Phase: Sendable {
    case open
    case closing
    case closed
  }

  private var phase = Phase.open
  private var reader: WebSocketReader
  private var writer: WebSocketWriter
  private var output: [UInt8] = []
  /// The frames that answer pings.
  ///
  /// They may be sent before the other output, and between its frames (RFC 6455 section 5.4).
  private var pongs: [UInt8] = []
  /// The output beyond which only the last ping is answered (RFC 6455 section 5.5.3).
  private let outputLimit: Int
  private var latePong: [UInt8]?

  /// Creates an open endpoint.
  ///
  /// - Parameters:
  ///   - role: The side.
  ///   - options: The limits.
  ///   - compression: What was negotiated, or nil for no compression.
  ///   - fragmentSize: The maximum number of bytes of a message that is sent in a frame.
  ///   - keys: The source of masking keys.
  package init(
    role: WebSocketRole, options: WebSocketOptions = WebSocketOptions(),
    compression: WebSocketCompression? = nil, fragmentSize: Int = .max,
    keys: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    let (inflation, deflation) = compression?.codecs(for: role) ?? (nil, nil)
    reader = WebSocketReader(role: role, options: options, inflation: inflation)
    writer = WebSocketWriter(role: role, keys: keys, deflation: deflation, fragmentSize: fragmentSize)
    outputLimit = max(0, options.sendBufferSize)
  }

  /// Whether messages can be sent.
  package var isOpen: Bool { phase == .open }

  /// Whether nothing is read or written any more.
  package var isClosed: Bool { phase == .closed }

  /// The number of bytes that wait to be taken, without those that answer pings.
  package var outputCount: Int { output.count }

  /// Whether answers to pings wait to be taken.
  package var hasPongs: Bool { !pongs.isEmpty }

  /// The number of bytes that have arrived of a message that is not complete; 0 between messages.
  package var arrivedCount: Int { reader.arrivedCount }

  // MARK: - Sending

  /// Adds a message to the output.
  package mutating func send(_ message: WebSocketMessage) throws(WebSocketError) {
    guard isOpen else { throw .notOpen }
    writer.append(message, to: &output)
  }

  /// Adds a ping to the output, with at most 125 bytes of payload.
  package mutating func ping(_ payload: [UInt8]) {
    guard isOpen else { return }
    writer.append(.ping, Array(payload.prefix(125)), to: &output)
  }

  /// Adds a close frame to the output.
  package mutating func close(_ closure: WebSocketClosure) throws(WebSocketError) {
    guard isOpen else { throw .notOpen }
    let payload = try closure.payload()
    writer.append(.close, payload, to: &output)
    phase = .closing
  }

  /// Takes the output in exchange for an empty array, whose capacity is reused.
  package mutating func takeOutput(into bytes: inout [UInt8]) {
    guard hasPongs else { return takeFrames(into: &bytes) }
    takePongs(into: &bytes)
    bytes += output
    output.removeAll(keepingCapacity: true)
  }

  /// Takes the answers to pings in exchange for an empty array.
  package mutating func takePongs(into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    swap(&bytes, &pongs)
    answerLatePing()
  }

  /// Takes the output without the answers to pings in exchange for an empty array.
  package mutating func takeFrames(into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    swap(&bytes, &output)
    answerLatePing()
  }

  private mutating func answerLatePing() {
    guard let pong = latePong.take() else { return }
    if isOpen { writer.append(.pong, pong, to: &pongs) }
  }

  // MARK: - Receiving

  /// Reads up to the next event.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that arrived.
  ///   - offset: The position of the first byte that was not read yet, which is moved.
  /// - Returns: The event, or nil if all bytes were read.
  package mutating func next(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> Event? {
    do throws(WebSocketError) {
      while !isClosed, let event = unsafe try reader.next(bytes, &offset) {
        if let event = received(event) { return event }
      }
      if isClosed { offset = bytes.count }
      return nil
    } catch {
      if isOpen, let code = error.closeCode {
        writer.append(.close, (try? WebSocketClosure(code: code).payload()) ?? [], to: &output)
      }
      phase = .closed
      offset = bytes.count
      return .failed(error)
    }
  }

  private mutating func received(_ event: WebSocketReader.Event) -> Event? {
    switch event {
    case .message(let message): return isOpen ? .message(message) : nil
    case .pong(let payload): return .pong(payload)
    case .ping(let payload):
      guard isOpen else { return nil }
      if output.count + pongs.count <= outputLimit {
        writer.append(.pong, payload, to: &pongs)
      } else {
        latePong = payload
      }
      return .ping
    case .close(let closure):
      if isOpen {
        let echo = WebSocketClosure(code: closure.code)
        writer.append(.close, (try? echo.payload()) ?? [], to: &output)
      }
      phase = .closed
      return .closed(closure)
    }
  }
}
