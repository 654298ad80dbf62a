/// Undoes `br` (RFC 7932).
///
/// Bytes after the end are ignored. The library does not return what it decoded in the step that finds an error.
@safe final class BrotliDecoder: ByteDecoder {
  // Valid from the initializer to the end of `deinit`.
  private let state: OpaquePointer
  private let library: BrotliLibrary
  private var hasBegun = false
  private var hasEnded = false

  /// Creates a decoder, or nil without brotli or memory.
  init?() {
    guard let library = BrotliLibrary.system, let state = unsafe library.create(nil, nil, nil) else {
      return nil
    }
    unsafe self.state = state
    self.library = library
  }

  deinit { unsafe library.destroy(state) }

  var isComplete: Bool { hasEnded || !hasBegun }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    guard !hasEnded else {
      return DecoderProgress(consumed: input.count, produced: 0, hasEnded: true)
    }
    var (inputCount, outputCount) = (input.count, output.count)
    var nextInput = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var nextOutput = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = unsafe library.step(
      state, &inputCount, &nextInput, &outputCount, &nextOutput, nil)
    let (failed, ended): (Int32, Int32) = (0, 1)
    // An error after output follows in the next step.
    if result == failed, outputCount == output.count {
      let text = unsafe library.errorText(library.errorCode(state)).map { unsafe String(cString: $0) }
      throw .invalidData(text ?? "invalid data")
    }
    hasBegun = hasBegun || inputCount < input.count
    hasEnded = result == ended
    return DecoderProgress(
      consumed: input.count - inputCount, produced: output.count - outputCount, hasEnded: hasEnded)
  }
}
