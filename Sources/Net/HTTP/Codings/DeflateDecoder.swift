/// Undoes `deflate`: the zlib format (RFC 1950), or raw deflate (RFC 1951), which some servers send instead.
///
/// Bytes after the end are ignored.
final class DeflateDecoder: ByteDecoder {
  private let library: ZlibLibrary
  /// Nil before the first byte.
  private var inflater: Inflater?
  private var hasEnded = false

  /// Creates a decoder, or nil without zlib.
  init?() {
    guard let library = ZlibLibrary.system else { return nil }
    self.library = library
  }

  var isComplete: Bool { hasEnded || inflater == nil }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    guard !hasEnded else {
      return DecoderProgress(consumed: input.count, produced: 0, hasEnded: true)
    }
    guard let first = unsafe input.first ?? (inflater == nil ? nil : 0) else {
      return DecoderProgress(consumed: 0, produced: 0, hasEnded: false)
    }
    let inflater: Inflater
    if let begun = self.inflater { inflater = begun } else { inflater = try begin(first) }
    let progress = try unsafe inflater.step(input, into: output)
    hasEnded = progress.hasEnded
    return progress
  }

  /// Chooses the format by the first byte.
  ///
  /// The zlib format begins with method 8 and a window of at most 32 KiB. Raw deflate begins with such a byte only if
  /// an encoder sets the unused bits of a stored block to one.
  private func begin(_ first: UInt8) throws(DecoderFailure) -> Inflater {
    let isZlib = first & 0x0f == 8 && first >> 4 <= 7
    guard let inflater = Inflater(isZlib ? .zlib : .raw(), library: library) else {
      throw .outOfMemory
    }
    self.inflater = inflater
    return inflater
  }
}
