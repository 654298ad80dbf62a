/// The functions of zlib that this module uses, found at run time.
///
/// libcurl and Foundation are linked to zlib, so it is present nearly everywhere. The names, numbers and layouts have
/// been stable since zlib 1.2.
@safe struct ZlibLibrary: Sendable {
  typealias Record = UnsafeMutableRawPointer
  typealias Version = @Sendable @convention(c) () -> UnsafePointer<CChar>?
  typealias BeginInflate =
    @Sendable @convention(c) (
      _ record: Record, _ windowBits: Int32, _ version: UnsafePointer<CChar>?, _ recordSize: Int32
    ) -> Int32
  typealias BeginDeflate =
    @Sendable @convention(c) (
      _ record: Record, _ level: Int32, _ method: Int32, _ windowBits: Int32, _ memory: Int32,
      _ strategy: Int32, _ version: UnsafePointer<CChar>?, _ recordSize: Int32
    ) -> Int32
  typealias Step = @Sendable @convention(c) (_ record: Record, _ flush: Int32) -> Int32
  typealias Change = @Sendable @convention(c) (_ record: Record) -> Int32

  let version: Version
  let beginInflate: BeginInflate
  let inflate: Step
  let resetInflate: Change
  let endInflate: Change
  let beginDeflate: BeginDeflate
  let deflate: Step
  let resetDeflate: Change
  let endDeflate: Change

  /// The zlib of this machine; nil without one.
  static let system: ZlibLibrary? = {
    #if os(Linux)
      let names = ["libz.so.1"]
    #else
      let names = ["/usr/lib/libz.1.dylib", "/usr/lib/libz.dylib"]
    #endif
    return DynamicLibrary(names).flatMap(ZlibLibrary.init)
  }()

  /// Finds the functions; nil if the library lacks one of them, or has another major version.
  init?(_ library: DynamicLibrary) {
    guard let version = unsafe library.function("zlibVersion", as: Version.self),
      let beginInflate = unsafe library.function("inflateInit2_", as: BeginInflate.self),
      let inflate = unsafe library.function("inflate", as: Step.self),
      let resetInflate = unsafe library.function("inflateReset", as: Change.self),
      let endInflate = unsafe library.function("inflateEnd", as: Change.self),
      let beginDeflate = unsafe library.function("deflateInit2_", as: BeginDeflate.self),
      let deflate = unsafe library.function("deflate", as: Step.self),
      let resetDeflate = unsafe library.function("deflateReset", as: Change.self),
      let endDeflate = unsafe library.function("deflateEnd", as: Change.self),
      let number = unsafe version(), unsafe number.pointee == CChar(UInt8(ascii: "1"))
    else { return nil }
    unsafe self.version = version
    unsafe self.beginInflate = beginInflate
    unsafe self.inflate = inflate
    unsafe self.resetInflate = resetInflate
    unsafe self.endInflate = endInflate
    unsafe self.beginDeflate = beginDeflate
    unsafe self.deflate = deflate
    unsafe self.resetDeflate = resetDeflate
    unsafe self.endDeflate = endDeflate
  }
}
