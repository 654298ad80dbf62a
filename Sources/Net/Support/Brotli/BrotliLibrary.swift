/// The functions of brotli's decoder that this module uses, found at run time.
@safe struct BrotliLibrary: Sendable {
  typealias Create =
    @Sendable @convention(c) (
      _ allocate: UnsafeRawPointer?, _ free: UnsafeRawPointer?, _ context: UnsafeRawPointer?
    ) -> OpaquePointer?
  typealias Step =
    @Sendable @convention(c) (
      _ state: OpaquePointer, _ inputCount: UnsafeMutablePointer<Int>,
      _ nextInput: UnsafeMutablePointer<UnsafePointer<UInt8>?>, _ outputCount: UnsafeMutablePointer<Int>,
      _ nextOutput: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
      _ total: UnsafeMutablePointer<Int>?
    ) -> Int32
  typealias Destroy = @Sendable @convention(c) (_ state: OpaquePointer) -> Void
  typealias ErrorCode = @Sendable @convention(c) (_ state: OpaquePointer) -> Int32
  typealias ErrorText = @Sendable @convention(c) (_ code: Int32) -> UnsafePointer<CChar>?

  let create: Create
  let step: Step
  let destroy: Destroy
  let errorCode: ErrorCode
  let errorText: ErrorText

  /// The brotli decoder of this machine; nil without one.
  static let system: BrotliLibrary? = {
    #if os(Linux)
      let names = ["libbrotlidec.so.1"]
    #else
      // Apple's transport decodes itself.
      let names: [String] = []
    #endif
    return DynamicLibrary(names).flatMap(BrotliLibrary.init)
  }()

  /// Finds the functions; nil if the library lacks one of them.
  init?(_ library: DynamicLibrary) {
    guard let create = unsafe library.function("BrotliDecoderCreateInstance", as: Create.self),
      let step = unsafe library.function("BrotliDecoderDecompressStream", as: Step.self),
      let destroy = unsafe library.function("BrotliDecoderDestroyInstance", as: Destroy.self),
      let errorCode = unsafe library.function("BrotliDecoderGetErrorCode", as: ErrorCode.self),
      let errorText = unsafe library.function("BrotliDecoderErrorString", as: ErrorText.self)
    else { return nil }
    unsafe self.create = create
    unsafe self.step = step
    unsafe self.destroy = destroy
    unsafe self.errorCode = errorCode
    unsafe self.errorText = errorText
  }
}
