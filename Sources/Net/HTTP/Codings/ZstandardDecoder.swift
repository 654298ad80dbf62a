/// Undoes `zstd`: one or more frames (RFC 8878).
final class ZstandardDecoder: ByteDecoder {
  private let stream: Unzstandard
  private var isBetweenFrames = true

  /// Creates a decoder, or nil without Zstandard or memory.
  init?() {
    guard let stream = Unzstandard() else { return nil }
    self.stream = stream
  }

  var isComplete: Bool { isBetweenFrames }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    var total = DecoderProgress(consumed: 0, produced: 0, hasEnded: false)
    // An error in the next block must not lose the bytes of this one.
    while total.produced == 0 {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: input[total.consumed...])
      if isBetweenFrames, rest.count == 0 { break }
      let progress = try unsafe stream.step(rest, into: output)
      total.consumed += progress.consumed
      total.produced = progress.produced
      isBetweenFrames = progress.hasEnded
      if progress.consumed == 0, progress.produced == 0 { break }
    }
    return total
  }
}
