#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system calls of a ``PacedLine``.
enum LineSocket {
  /// A call failed.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    var description: String { "\(call) failed: \(String(cString: strerror(number)))" }
  }

  /// Opens a socket that listens on a free port of the loopback interface.
  static func listening() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = try opened()
    var address = loopback(port: 0)
    try check("bind", withUnsafeMutablePointer(to: &address) { bind(descriptor, raw($0), size) })
    try check("listen", listen(descriptor, 64))
    var length = size
    try check(
      "getsockname", withUnsafeMutablePointer(to: &address) { getsockname(descriptor, raw($0), &length) })
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  static func connected(to port: UInt16) -> Int32? {
    guard let descriptor = try? opened() else { return nil }
    var address = loopback(port: port)
    let result = withUnsafeMutablePointer(to: &address) { connect(descriptor, raw($0), size) }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    sendAtOnce(descriptor)
    return descriptor
  }

  static func accepted(by listener: Int32) -> Int32? {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    sendAtOnce(descriptor)
    return descriptor
  }

  /// Waits this many milliseconds; returns the descriptors that can be read, or have ended.
  static func readable(_ descriptors: [Int32], upTo milliseconds: Int32) -> Set<Int32> {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
    return Set(polled.filter { $0.revents != 0 }.map(\.fd))
  }

  /// Returns what has arrived; empty at the end.
  static func read(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  static func endWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  // MARK: - Parts

  private static let size = socklen_t(MemoryLayout<sockaddr_in>.size)

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  private static func opened() throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    try check("socket", descriptor)
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func raw(_ address: UnsafeMutablePointer<sockaddr_in>) -> UnsafeMutablePointer<sockaddr> {
    UnsafeMutableRawPointer(address).assumingMemoryBound(to: sockaddr.self)
  }

  /// Packets are paced by the line, not collected by the system.
  private static func sendAtOnce(_ descriptor: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func check(_ call: String, _ result: Int32) throws {
    if result < 0 { throw Failure(call: call, number: errno) }
  }
}
