#if DEBUG
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #endif

  extension StreamHooks {
    /// Writes a line to standard error.
    static func writeToStandardError(_ line: String) {
      #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        var line = line
        // The buffer is valid for this call. What cannot be written is dropped.
        line.withUTF8 { bytes in _ = unsafe write(2, bytes.baseAddress, bytes.count) }
      #else
        print(line, terminator: "")
      #endif
    }
  }
#endif
