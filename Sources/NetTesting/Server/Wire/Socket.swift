import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A non-blocking TCP socket, owned by the code that closes it.
///
/// All calls on descriptors are in this folder.
struct Socket: Sendable, Hashable {
  /// The descriptor.
  let descriptor: Int32

  /// A system call that failed.
  struct Failure: Error, Sendable, Hashable {
    /// The name of the call.
    var call: String
    /// Its `errno`.
    var code: Int32

    static func last(_ call: String) -> Failure { Failure(call: call, code: errno) }

    /// The system's description of the error.
    ///
    /// The text is copied at once, before another call can change it.
    var explanation: String { "\(call): \(unsafe String(cString: strerror(code)))" }
  }

  /// The result of sending or receiving.
  enum Transfer: Sendable, Hashable {
    case moved(Int)
    case wouldBlock
    /// The peer has ended its side.
    case ended
    case failed
  }

  /// Listens on a port of 127.0.0.1 that the system chooses.
  static func listening() throws(Failure) -> (socket: Socket, port: Int) {
    let socket = try bound(to: 0)
    do throws(Failure) {
      try socket.startListening()
      return (socket, try socket.port())
    } catch {
      socket.close()
      throw error
    }
  }

  /// Binds a port of 127.0.0.1 without listening on it, so that it refuses connections.
  static func bound(to port: Int) throws(Failure) -> Socket {
    let socket = Socket(descriptor: Glue.streamSocket())
    guard socket.descriptor >= 0 else { throw .last("socket") }
    do throws(Failure) {
      // Only for a port that was bound before: one that the system chooses must be unused.
      if port != 0 { socket.set(SOL_SOCKET, SO_REUSEADDR, to: Int32(1)) }
      try socket.bind(to: port)
      // Lets the port be bound again while connections of this socket are closing.
      socket.set(SOL_SOCKET, SO_REUSEADDR, to: Int32(1))
      return socket
    } catch {
      socket.close()
      throw error
    }
  }

  private func bind(to port: Int) throws(Failure) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The pointers are valid during the call.
    let bound = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glue.bind(descriptor, $0, size)
      }
    }
    guard bound == 0 else { throw .last("bind") }
  }

  /// Starts to listen.
  func startListening() throws(Failure) {
    guard Glue.listen(descriptor) == 0 else { throw .last("listen") }
  }

  private func port() throws(Failure) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The pointers are valid during the call.
    let named = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    guard named == 0 else { throw .last("getsockname") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// The next waiting connection; nil if there is none.
  func accept() throws(Failure) -> Socket? {
    let accepted = Socket(descriptor: Glue.accept(descriptor))
    guard accepted.descriptor >= 0 else {
      let code = errno
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) { throw Failure(call: "accept", code: code) }
      return nil
    }
    accepted.set(Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
    #if canImport(Darwin)
      accepted.set(SOL_SOCKET, SO_NOSIGPIPE, to: Int32(1))
    #endif
    return accepted
  }

  /// Reads the bytes that have arrived.
  func receive(into buffer: inout [UInt8]) -> Transfer {
    // The pointer is the array's own, valid inside the closure, with room for `count` bytes.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    return count == 0 ? .ended : outcome(of: count)
  }

  /// Writes as many bytes as the socket accepts.
  func send(_ data: Data) -> Transfer {
    // The pointer belongs to the data, is valid inside the closure, and points to `count` bytes.
    let count = unsafe data.withUnsafeBytes { bytes in
      unsafe Glue.send(descriptor, bytes.baseAddress, bytes.count)
    }
    return outcome(of: count)
  }

  private func outcome(of count: Int) -> Transfer {
    if count >= 0 { return .moved(count) }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .wouldBlock : .failed
  }

  /// Ends sending, and continues to receive.
  func finishSending() { _ = Glue.shutdownSending(descriptor) }

  /// Closes it normally.
  func close() { Glue.close(descriptor) }

  /// Closes it with a reset (RFC 9293 section 3.5.2).
  func closeWithReset() {
    set(SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    close()
  }

  private func set<Value>(_ level: Int32, _ option: Int32, to value: Value) {
    // The pointer is valid during the call, and the size is that of its pointee.
    _ = unsafe withUnsafePointer(to: value) { pointer in
      unsafe setsockopt(descriptor, level, option, pointer, socklen_t(MemoryLayout<Value>.size))
    }
  }
}
