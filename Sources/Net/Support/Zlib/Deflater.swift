/// Compresses a stream of bytes, step by step.
///
/// One thread at a time may use it.
@safe package final class Deflater {
  /// What the output of a step must contain.
  package enum Flush: Int32, Sendable {
    /// As much as zlib chooses, which compresses best.
    case none = 0
    /// All input so far; ends with the bytes 00 00 FF FF.
    case sync = 2
    /// Everything, with the end of the stream.
    case finish = 4
  }

  private let record = ZlibRecord()
  private let library: ZlibLibrary

  /// Creates a deflater, or nil without zlib or memory, and for an unsupported window or level.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - level: From 0, without compression, to 9; -1 for zlib's default.
  ///   - library: zlib; nil if it is missing.
  init?(_ format: ZlibFormat, level: Int = -1, library: ZlibLibrary?) {
    guard let library, let bits = format.windowBits, (-1...9).contains(level) else { return nil }
    self.library = library
    // The default of memory takes 128 KiB besides the window.
    let (deflated, defaultMemory, defaultStrategy): (Int32, Int32, Int32) = (8, 8, 0)
    let code = unsafe library.beginDeflate(
      record.pointer, Int32(level), deflated, bits, defaultMemory, defaultStrategy, library.version(),
      Int32(ZlibRecord.size))
    if code != 0 { return nil }
  }

  /// Creates a deflater with the system's zlib, or nil as the other initializer.
  package convenience init?(_ format: ZlibFormat, level: Int = -1) {
    self.init(format, level: level, library: .system)
  }

  // After a failed begin there is nothing to free, which zlib recognizes.
  deinit { _ = unsafe library.endDeflate(record.pointer) }

  /// Compresses as much as there is input and space.
  ///
  /// A flush is complete if space is left. Otherwise call this again with the same flush.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, flush: Flush
  ) throws(DecoderFailure) -> DecoderProgress {
    try unsafe record.step(library.deflate, flush.rawValue, input, output)
  }

  /// Compresses all input, appends it to an array, and completes the flush.
  package func append(
    _ input: UnsafeRawBufferPointer, to output: inout [UInt8], flush: Flush
  ) throws(DecoderFailure) {
    var consumed = 0
    while true {
      let progress = try unsafe output.append(Inflater.portion) { (space) throws(DecoderFailure) in
        try unsafe step(
          UnsafeRawBufferPointer(rebasing: input[consumed...]), into: space, flush: flush)
      }
      consumed += progress.consumed
      if progress.produced < Inflater.portion || progress.hasEnded { return }
    }
  }

  /// Prepares for another stream with the same settings.
  func reset() { _ = unsafe library.resetDeflate(record.pointer) }
}
