import Foundation

/// A C library that is found at run time, so that building needs neither its headers nor its package.
// The handle comes from the system and is never closed. Looking up a name is thread-safe.
@safe struct DynamicLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// Opens the first library that exists; nil if none does.
  ///
  /// A program that is statically linked to the C library cannot open any.
  ///
  /// - Parameter names: File names for the system's search, or paths.
  init?(_ names: [String]) {
    for name in names {
      if let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        unsafe self.handle = handle
        return
      }
    }
    return nil
  }

  /// Returns a function by its name, or nil if the library lacks it.
  ///
  /// - Parameters:
  ///   - name: The name in C.
  ///   - type: A `@convention(c)` type. It must be that of the function, which nobody checks.
  /// - Returns: The function.
  @unsafe func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: type) }
  }
}
