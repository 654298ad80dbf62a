/// Undoes `zstd`: one or more frames (RFC 8878).
@safe final class ZstandardDecoder: ByteDecoder {
  /// A buffer in the library's layout.
  @safe private struct Buffer {
    var start: UnsafeRawPointer?
    var count: Int
    var position = 0
  }

  // Valid from the initializer to the end of `deinit`.
  private let state: OpaquePointer
  private let library: ZstandardLibrary
  private var isBetweenFrames = true
  /// The number of bytes that the next step takes at most, which do not pass the end of a block.
  private var wanted = shortestHead

  /// The minimum size of the head of a frame, with its magic number, and of the head of a block (RFC 8878 section
  /// 3.1.1).
  private static let (shortestHead, blockHead) = (5, 3)

  /// Creates a decoder, or nil without Zstandard or memory.
  init?() {
    guard let library = ZstandardLibrary.system, let state = unsafe library.create() else { return nil }
    unsafe self.state = state
    self.library = library
    // Windows of at most 8 MiB, as RFC 9659 section 3 requires for content codings.
    let (windowLimit, eightMebibytes): (Int32, Int32) = (100, 23)
    _ = unsafe library.setParameter(state, windowLimit, eightMebibytes)
  }

  deinit { _ = unsafe library.free(state) }

  var isComplete: Bool { isBetweenFrames }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    var total = DecoderProgress(consumed: 0, produced: 0, hasEnded: false)
    // An error in the next block must not lose the bytes of this one.
    while total.produced == 0 {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: input[total.consumed...])
      if isBetweenFrames, rest.count == 0 { break }
      let progress = try unsafe stepInBlock(rest, into: output)
      total.consumed += progress.consumed
      total.produced = progress.produced
      isBetweenFrames = progress.hasEnded
      if progress.consumed == 0, progress.produced == 0 { break }
    }
    return total
  }

  /// Decompresses at most a block.
  ///
  /// With several blocks at once, the library would not tell what it has decoded before an error. After the end of a
  /// frame, the next one may follow.
  private func stepInBlock(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    var from = unsafe Buffer(start: input.baseAddress, count: min(input.count, wanted))
    var to = unsafe Buffer(start: UnsafeRawPointer(output.baseAddress), count: output.count)
    let result = unsafe library.step(state, &to, &from)
    if library.isError(result) != 0 {
      let text = unsafe library.errorName(result).map { unsafe String(cString: $0) }
      throw .invalidData(text ?? "invalid data")
    }
    // The library asks for the head of the next block as well.
    wanted = result == 0 ? Self.shortestHead : result > Self.blockHead ? result - Self.blockHead : result
    return DecoderProgress(
      consumed: from.position, produced: to.position, hasEnded: result == 0)
  }
}
