/// Undoes `br` (RFC 7932).
///
/// Bytes after the end are ignored. The library does not return what it decoded in the step that finds an error.
final class BrotliDecoder: ByteDecoder {
  private let stream: Unbrotler
  private var hasBegun = false
  private var hasEnded = false

  /// Creates a decoder, or nil without brotli or memory.
  init?() {
    guard let stream = Unbrotler() else { return nil }
    self.stream = stream
  }

  var isComplete: Bool { hasEnded || !hasBegun }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    guard !hasEnded else {
      return DecoderProgress(consumed: input.count, produced: 0, hasEnded: true)
    }
    let progress = try unsafe stream.step(input, into: output)
    hasBegun = hasBegun || progress.consumed > 0
    hasEnded = progress.hasEnded
    return progress
  }
}
