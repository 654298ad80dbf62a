/// Decompresses a stream of bytes, step by step, with as much memory per step as its caller provides.
///
/// One thread at a time may use it.
@safe final class Inflater {
  private let record = ZlibRecord()
  private let library: ZlibLibrary

  /// Creates an inflater, or nil without zlib or memory, and for an unsupported window.
  ///
  /// - Parameters:
  ///   - format: The format of the input.
  ///   - library: zlib; nil if it is missing.
  init?(_ format: ZlibFormat, library: ZlibLibrary? = .system) {
    guard let library, let bits = format.windowBits else { return nil }
    self.library = library
    let code = unsafe library.beginInflate(
      record.pointer, bits, library.version(), Int32(ZlibRecord.size))
    if code != 0 { return nil }
  }

  // After a failed begin there is nothing to free, which zlib recognizes.
  deinit { _ = unsafe library.endInflate(record.pointer) }

  /// Decompresses as much as there is input and space.
  ///
  /// If the output is full, more may follow without new input. Input is missing if there was space left and the stream
  /// has not ended.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    try unsafe record.step(library.inflate, 0, input, output)
  }

  /// Decompresses the input and appends at most `limit` bytes to an array.
  ///
  /// To detect that there is more, pass one more than is allowed.
  func append(
    _ input: UnsafeRawBufferPointer, to output: inout [UInt8], limit: Int
  ) throws(DecoderFailure) -> DecoderProgress {
    var total = DecoderProgress(consumed: 0, produced: 0, hasEnded: false)
    while total.produced < limit, !total.hasEnded {
      let count = min(limit - total.produced, Self.portion)
      let progress = try unsafe output.append(count) { (space) throws(DecoderFailure) in
        try unsafe step(UnsafeRawBufferPointer(rebasing: input[total.consumed...]), into: space)
      }
      total.add(progress)
      if progress.produced == 0 { break }
    }
    return total
  }

  /// Decompresses an array and appends the result to another one.
  func append(
    _ input: [UInt8], to output: inout [UInt8], limit: Int
  ) throws(DecoderFailure) -> DecoderProgress {
    let result: Result<DecoderProgress, DecoderFailure> = unsafe input.withUnsafeBytes { bytes in
      Result { () throws(DecoderFailure) in try unsafe append(bytes, to: &output, limit: limit) }
    }
    return try result.get()
  }

  /// Whether the last step has ended a block, with no bit of its input left.
  var isBetweenBlocks: Bool { record.isBetweenBlocks }

  /// Prepares for another stream of the same format.
  func reset() { _ = unsafe library.resetInflate(record.pointer) }

  static let portion = 16_384
}

extension DecoderProgress {
  mutating func add(_ next: DecoderProgress) {
    consumed += next.consumed
    produced += next.produced
    hasEnded = next.hasEnded
  }
}

extension [UInt8] {
  /// Appends what a step writes into space for this many bytes.
  mutating func append(
    _ count: Int, _ step: (UnsafeMutableRawBufferPointer) throws(DecoderFailure) -> DecoderProgress
  ) throws(DecoderFailure) -> DecoderProgress {
    let result: Result<DecoderProgress, DecoderFailure> = unsafe withUnsafeTemporaryAllocation(
      byteCount: count, alignment: 16
    ) { space in
      Result { () throws(DecoderFailure) in
        let progress = try unsafe step(space)
        unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: space[..<progress.produced]))
        return progress
      }
    }
    return try result.get()
  }
}
