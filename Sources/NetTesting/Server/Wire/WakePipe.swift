#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Wakes a thread that waits in a ``Poller``: a byte written to one end makes the other readable.
struct WakePipe: Sendable {
  /// The end to wait on.
  let reading: Int32
  private let writing: Int32

  init() throws(Socket.Failure) {
    guard let ends = Glue.openPipe() else { throw .last("pipe") }
    (reading, writing) = ends
    guard reading >= 0, writing >= 0 else {
      let failure = Socket.Failure.last("pipe")
      close()
      throw failure
    }
  }

  /// Wakes the thread.
  ///
  /// If the pipe is full, the thread is already awake.
  func wake() {
    var byte: UInt8 = 1
    // One byte is read from a variable that lives for the call.
    _ = unsafe write(writing, &byte, 1)
  }

  /// Consumes all wakes so far.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    // The pointer is the array's own, with room for the requested bytes.
    while unsafe bytes.withUnsafeMutableBytes({ unsafe read(reading, $0.baseAddress, $0.count) }) == 64 {}
  }

  /// Closes both ends.
  func close() {
    Glue.close(reading)
    Glue.close(writing)
  }
}
