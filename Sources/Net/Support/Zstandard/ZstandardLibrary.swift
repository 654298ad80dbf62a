/// The functions of Zstandard's decoder that this module uses, found at run time.
@safe struct ZstandardLibrary: Sendable {
  typealias Create = @Sendable @convention(c) () -> OpaquePointer?
  typealias Free = @Sendable @convention(c) (_ state: OpaquePointer) -> Int
  typealias SetParameter =
    @Sendable @convention(c) (_ state: OpaquePointer, _ parameter: Int32, _ value: Int32) -> Int
  typealias Step =
    @Sendable @convention(c) (
      _ state: OpaquePointer, _ output: UnsafeMutableRawPointer, _ input: UnsafeMutableRawPointer
    ) -> Int
  typealias IsError = @Sendable @convention(c) (_ result: Int) -> UInt32
  typealias ErrorName = @Sendable @convention(c) (_ result: Int) -> UnsafePointer<CChar>?

  let create: Create
  let free: Free
  let setParameter: SetParameter
  let step: Step
  let isError: IsError
  let errorName: ErrorName

  /// The Zstandard of this machine; nil without one.
  static let system: ZstandardLibrary? = {
    #if os(Linux)
      let names = ["libzstd.so.1"]
    #else
      // Apple's transport decodes itself.
      let names: [String] = []
    #endif
    return DynamicLibrary(names).flatMap(ZstandardLibrary.init)
  }()

  /// Finds the functions; nil if the library lacks one of them.
  init?(_ library: DynamicLibrary) {
    guard let create = unsafe library.function("ZSTD_createDStream", as: Create.self),
      let free = unsafe library.function("ZSTD_freeDStream", as: Free.self),
      let setParameter = unsafe library.function("ZSTD_DCtx_setParameter", as: SetParameter.self),
      let step = unsafe library.function("ZSTD_decompressStream", as: Step.self),
      let isError = unsafe library.function("ZSTD_isError", as: IsError.self),
      let errorName = unsafe library.function("ZSTD_getErrorName", as: ErrorName.self)
    else { return nil }
    unsafe self.create = create
    unsafe self.free = free
    unsafe self.setParameter = setParameter
    unsafe self.step = step
    self.isError = isError
    unsafe self.errorName = errorName
  }
}
