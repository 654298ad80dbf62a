package import Foundation

extension Data {
  /// Returns spaces that call a closure when their memory is released, as the bytes of a transport may.
  ///
  /// - `count`: The number of bytes: enough to be stored outside the value.
  package static func reporting(count: Int = 100, onRelease: @escaping @Sendable () -> Void) -> Data {
    // Only the deallocator uses it, once.
    nonisolated(unsafe) let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "), count: count)
    return unsafe Data(
      bytesNoCopy: memory, count: count,
      deallocator: .custom { _, _ in
        unsafe memory.deallocate()
        onRelease()
      })
  }
}
