/// Undoes one content coding, step by step.
///
/// One thread at a time uses it.
protocol ByteDecoder: AnyObject {
  /// Decodes as much as there is input and space.
  ///
  /// If nothing is written although there is space, all input was used.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress

  /// Whether the body may end here.
  ///
  /// It may also end before its first byte.
  var isComplete: Bool { get }
}
