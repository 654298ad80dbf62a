/// Undoes one content coding, step by step.
///
/// One thread at a time uses it.
protocol ByteDecoder: AnyObject {
  /// Decodes some of the input, at most until the space is used up.
  ///
  /// If nothing was written although there was space, all input was used. An error is thrown by the step after the one
  /// that wrote the bytes before it.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress

  /// Whether the body may end here.
  ///
  /// It may also end before its first byte.
  var isComplete: Bool { get }
}
