import Foundation

/// Decompresses the messages of one direction (RFC 7692 section 7.2.2).
///
/// Copies share their state, so only one may be used.
package struct WebSocketInflation: Sendable {
  /// Guarded by its owner, the reader: one thread at a time uses a reader.
  private final class Codec: @unchecked Sendable {
    /// Created with the first compressed message, because it takes memory.
    var inflater: Inflater?
    /// Whether the current message has had bytes.
    var hasBegun = false
  }

  private let codec = Codec()
  private let window: Int
  private let forgets: Bool

  /// The number of bytes that are decompressed at a time.
  ///
  /// A part of a few bytes, of which a peer may send many, should not cost the memory that a large one needs.
  private static func portion(of part: UnsafeRawBufferPointer) -> Int {
    min(max(1024, 8 * part.count), 16_384)
  }

  /// Creates a decompressor.
  ///
  /// - Parameters:
  ///   - window: The size of the peer's window as a power of 2.
  ///   - forgets: Whether the peer compresses each message on its own.
  init(window: Int, forgets: Bool) {
    // A larger window than the peer's is allowed, and zlib may not support 8.
    self.window = max(9, window)
    self.forgets = forgets
  }

  /// Decompresses a part of a message.
  ///
  /// The message has what precedes an error.
  ///
  /// - Throws: ``WebSocketError/messageTooLarge(limit:)`` as soon as the message exceeds the limit, and
  ///   ``WebSocketError/invalidCompression``.
  func append(
    _ part: UnsafeRawBufferPointer, to message: inout Data, limit: Int
  ) throws(WebSocketError) {
    codec.hasBegun = true
    if codec.inflater == nil { codec.inflater = Inflater(.raw(windowBits: window)) }
    guard let inflater = codec.inflater else { throw .invalidCompression }
    var space = unsafe [UInt8](repeating: 0, count: Self.portion(of: part))
    var consumed = 0
    while true {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: part[consumed...])
      // The space is only changed during the call.
      let step = unsafe space.withUnsafeMutableBytes { space in
        Result { () throws(DecoderFailure) in unsafe try inflater.step(rest, into: space) }
      }
      guard case .success(let progress) = step else { throw .invalidCompression }
      consumed += progress.consumed
      let room = max(0, limit - message.count)
      message.append(contentsOf: space[..<min(progress.produced, room)])
      guard progress.produced <= room else { throw .messageTooLarge(limit: limit) }
      // A final block may be followed by others (section 7.2.3.5).
      if progress.hasEnded {
        inflater.reset()
        if consumed == part.count { return }
      } else if progress.consumed == 0 && progress.produced == 0 {
        return
      } else if consumed == part.count && inflater.isBetweenBlocks {
        // Nothing is pending, and another step would forget this.
        return
      }
    }
  }

  /// Ends a message.
  func end(_ message: inout Data, limit: Int) throws(WebSocketError) {
    // Some peers send an empty message without the byte that an empty block takes (section 7.2.3.6).
    guard codec.hasBegun else { return }
    let tail: [UInt8] = [0x00, 0x00, 0xff, 0xff]
    var whole = message
    message = Data()
    // The bytes are only read during the call.
    let result = unsafe tail.withUnsafeBytes { bytes in
      Result { () throws(WebSocketError) in unsafe try append(bytes, to: &whole, limit: limit) }
    }
    message = whole
    codec.hasBegun = false
    try result.get()
    // Otherwise bytes are missing: the tail completes an empty block, with which the sender ended the message.
    guard codec.inflater?.isBetweenBlocks == true else { throw .invalidCompression }
    if forgets { codec.inflater?.reset() }
  }
}
