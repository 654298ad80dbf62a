#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// A connection with blocking calls.
  struct StreamSocket: Sendable, Hashable {
    let descriptor: Int32

    /// Creates a socket that is not connected yet.
    static func unconnected() -> StreamSocket {
      StreamSocket(
        descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
    }

    /// Connects to a port of this machine, or returns nil if there is no listener.
    static func connected(to port: Int) -> StreamSocket? {
      let made = unconnected()
      if made.connect(to: port) { return made }
      made.close()
      return nil
    }

    /// Connects to a port of this machine; returns false if there is no listener.
    func connect(to port: Int) -> Bool {
      var address = Self.loopback(port)
      // The pointers are valid during the call.
      let result = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      return result == 0
    }

    /// Returns a listener on a port of 127.0.0.1, which the system chooses.
    static func listening() throws -> (listener: StreamSocket, port: Int) {
      let made = StreamSocket(
        descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
      var address = loopback(0)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      // The pointers are valid during the calls.
      let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe bind(made.descriptor, pointer, size) == 0 && listen(made.descriptor, 128) == 0
            && getsockname(made.descriptor, pointer, &size) == 0
        }
      }
      guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
      return (made, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Returns the next connection of a listener, or nil when it was shut down.
    ///
    /// Linux reserves the descriptor of a connection before it waits for one. Without a descriptor, connections
    /// therefore stay in the queue of the system until one is free; a listener that was closed instead would refuse
    /// them.
    func accepted() -> StreamSocket? {
      while true {
        let accepted = accept(descriptor, nil, nil)
        // A process that another test starts must not inherit the connection.
        if accepted >= 0, fcntl(accepted, F_SETFD, FD_CLOEXEC) == 0 {
          return StreamSocket(descriptor: accepted)
        }
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: _ = poll(nil, 0, 10)
        case EINTR, ECONNABORTED: break
        default: return nil
        }
      }
    }

    static func loopback(_ port: Int) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
      return address
    }

    /// Returns the received bytes, or nil at the end.
    func receive() -> Data? {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { continue }
        return count > 0 ? Data(buffer[..<count]) : nil
      }
    }

    func send(_ data: Data) {
      var rest = data[...]
      while !rest.isEmpty {
        // The bytes are valid during the call.
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    func send(_ text: String) { send(Data(text.utf8)) }

    /// Forwards everything that arrives, including the end.
    func forward(to other: StreamSocket) {
      while let chunk = receive() { other.send(chunk) }
      _ = shutdown(other.descriptor, Int32(SHUT_WR))
    }

    /// Forwards everything in both directions, and closes the other connection at the end.
    func join(_ other: StreamSocket) {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        other.forward(to: self)
        isDone.signal()
      }
      forward(to: other)
      // Neither is closed before, because its number could be used again.
      isDone.wait()
      other.close()
    }

    /// Lets the connection end with a reset when it is closed.
    func resetsOnClose() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      // The pointer is valid during the call.
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    func close() { _ = Glibc.close(descriptor) }
  }

  /// Listens on a port chosen by the system or on a path, and serves each connection on its own thread.
  final class SocketServer: Sendable {
    let port: Int
    private let listener: StreamSocket
    private let open: Locked<Set<StreamSocket>>

    /// - `path`: The path of the Unix domain socket, or nil for a port of 127.0.0.1.
    /// - `serve`: Serves a connection, which is closed when it returns. Connections are numbered from 1.
    convenience init(
      path: String? = nil, _ serve: @escaping @Sendable (StreamSocket, _ number: Int) -> Void
    ) throws {
      let (listener, port) = try path.map { (try Self.bound(path: $0), 0) } ?? StreamSocket.listening()
      self.init(listener, port: port, serve)
    }

    /// Serves the connections of a listener, and closes it at the end.
    init(
      _ listener: StreamSocket, port: Int, _ serve: @escaping @Sendable (StreamSocket, _ number: Int) -> Void
    ) {
      (self.listener, self.port) = (listener, port)
      open = Locked([])
      Thread.detachNewThread { [open] in
        var number = 0
        while let connection = listener.accepted() {
          number += 1
          let number = number
          open.update { _ = $0.insert(connection) }
          Thread.detachNewThread {
            serve(connection, number)
            open.update { _ = $0.remove(connection) }
            connection.close()
          }
        }
        listener.close()
      }
    }

    deinit {
      listener.shutDown()
      // Holds the lock, so that no connection is closed and its number reused in the meantime.
      open.update { for connection in $0 { connection.shutDown() } }
    }

    private static func bound(path: String) throws -> StreamSocket {
      let made = StreamSocket(
        descriptor: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8)
      // The buffer is the field itself, and its last byte stays zero.
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
        for (index, byte) in bytes.enumerated() where index < room.count - 1 { unsafe room[index] = byte }
      }
      // The pointers are valid during the calls.
      let isListening = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe bind(made.descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            && listen(made.descriptor, 128) == 0
        }
      }
      guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
      return made
    }
  }
#endif
