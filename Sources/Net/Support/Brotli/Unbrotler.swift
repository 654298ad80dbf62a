/// Decompresses a brotli stream (RFC 7932) step by step.
///
/// One thread at a time may use it.
@safe final class Unbrotler {
  // Valid from the initializer to the end of `deinit`.
  private let state: OpaquePointer
  private let library: BrotliLibrary

  /// Creates a decoder, or nil without brotli or memory.
  init?() {
    guard let library = BrotliLibrary.system, let state = unsafe library.create(nil, nil, nil) else {
      return nil
    }
    unsafe self.state = state
    self.library = library
  }

  deinit { unsafe library.destroy(state) }

  /// Decompresses as much as there is input and space.
  ///
  /// - Returns: The progress.
  /// - Throws: The reason that the library gives, if the input is invalid.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
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
    return DecoderProgress(
      consumed: input.count - inputCount, produced: output.count - outputCount,
      hasEnded: result == ended)
  }
}
