/// zlib's record of a stream (`z_stream`), whose address must not change.
///
/// It has 14 fields. Each begins at a multiple of the size of a pointer, because C aligns the smaller ones.
@safe struct ZlibRecord: ~Copyable {
  // Allocated by the initializer and freed by `deinit`. Only its owner uses it.
  let pointer: UnsafeMutableRawPointer

  /// The size of a pointer.
  private static let word = MemoryLayout<Int>.size
  static let size = 14 * word

  private enum Field: Int {
    case nextInput = 0
    case inputCount = 1
    case nextOutput = 3
    case outputCount = 4
    case message = 6
    case dataType = 11
  }

  /// Creates a record of zeros, with which zlib uses its own allocation functions.
  init() {
    unsafe pointer = .allocate(byteCount: Self.size, alignment: Self.word)
    unsafe pointer.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
  }

  deinit { unsafe pointer.deallocate() }

  /// Runs one step with this input and this space for output.
  ///
  /// zlib does not keep the addresses beyond the step.
  func step(
    _ function: ZlibLibrary.Step, _ flush: Int32, _ input: UnsafeRawBufferPointer,
    _ output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    guard let space = output.baseAddress, output.count > 0 else {
      return DecoderProgress(consumed: 0, produced: 0, hasEnded: false)
    }
    let inputCount = UInt32(clamping: input.count)
    let outputCount = UInt32(clamping: output.count)
    unsafe set(.nextInput, UnsafeMutableRawPointer(mutating: input.baseAddress))
    set(.inputCount, inputCount)
    unsafe set(.nextOutput, Optional(space))
    set(.outputCount, outputCount)
    let code = unsafe function(pointer, flush)
    let progress = DecoderProgress(
      consumed: Int(inputCount - get(.inputCount, as: UInt32.self)),
      produced: Int(outputCount - get(.outputCount, as: UInt32.self)), hasEnded: code == Code.end)
    switch code {
    case Code.ok, Code.end, Code.noProgress: return progress
    // The error follows in the next step.
    case Code.dataError where progress.produced > 0: return progress
    case Code.needsDictionary: throw .invalidData("a preset dictionary is required")
    case Code.dataError: throw .invalidData(message)
    case Code.memoryError: throw .outOfMemory
    default: throw .misuse(code: Int(code))
    }
  }

  /// Whether decompression has just ended a block, with no bit of its input left.
  ///
  /// zlib reports it in `data_type`: 128 for the end of a block, plus the number of unused bits.
  var isBetweenBlocks: Bool { self.get(.dataType, as: Int32.self) & (128 | 63) == 128 }

  private var message: String {
    let text = unsafe get(.message, as: UnsafePointer<CChar>?.self)
    return unsafe text.map { unsafe String(cString: $0) } ?? "invalid data"
  }

  private func set<Value: BitwiseCopyable>(_ field: Field, _ value: Value) {
    unsafe pointer.storeBytes(
      of: value, toByteOffset: field.rawValue * Self.word, as: Value.self)
  }

  private func get<Value: BitwiseCopyable>(_ field: Field, as type: Value.Type) -> Value {
    unsafe pointer.load(
      fromByteOffset: field.rawValue * Self.word, as: type)
  }

  private enum Code {
    static let ok: Int32 = 0
    static let end: Int32 = 1
    static let needsDictionary: Int32 = 2
    static let dataError: Int32 = -3
    static let memoryError: Int32 = -4
    static let noProgress: Int32 = -5
  }
}
