/// Compresses the messages of one direction (RFC 7692 section 7.2.1).
///
/// Copies share their state, so only one may be used.
package struct WebSocketDeflation: Sendable {
  /// Guarded by its owner, the writer: one thread at a time uses a writer.
  private final class Codec: @unchecked Sendable {
    /// Created with the first message that is compressed, because it takes memory.
    var deflater: Deflater?
    var hasFailed = false
  }

  /// Messages with fewer bytes are sent as they are.
  package static let minimumSize = 128

  private let codec = Codec()
  private let window: Int
  private let forgets: Bool

  /// Creates a compressor.
  ///
  /// - Parameters:
  ///   - window: The size of the window as a power of 2, from 9 to 15.
  ///   - forgets: Whether each message is compressed on its own.
  init(window: Int, forgets: Bool) {
    self.window = window
    self.forgets = forgets
  }

  /// Compresses a message, or returns nil if it is sent as it is.
  func compress(_ payload: UnsafeRawBufferPointer) -> [UInt8]? {
    guard payload.count >= Self.minimumSize, !codec.hasFailed else { return nil }
    if codec.deflater == nil { codec.deflater = Deflater(.raw(windowBits: window)) }
    guard let deflater = codec.deflater else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(payload.count / 2 + 64)
    do {
      unsafe try deflater.append(payload, to: &output, flush: .sync)
    } catch {
      codec.hasFailed = true
      return nil
    }
    if forgets { deflater.reset() }
    output.removeLast(min(4, output.count))
    return output
  }
}

extension WebSocketCompression {
  /// Whether this machine can compress.
  package static var isSupported: Bool { ZlibLibrary.system != nil }

  /// The codecs for one side.
  func codecs(for role: WebSocketRole) -> (WebSocketInflation, WebSocketDeflation) {
    let server = (window: serverWindow, forgets: serverForgets)
    let client = (window: clientWindow, forgets: clientForgets)
    let (theirs, ours) = role == .client ? (server, client) : (client, server)
    return (
      WebSocketInflation(window: theirs.window, forgets: theirs.forgets),
      WebSocketDeflation(window: ours.window, forgets: ours.forgets)
    )
  }
}
