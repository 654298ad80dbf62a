import Foundation
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client that sends exactly the given bytes, and waits for a response up to a deadline.
final class SocketClient {
  struct Failure: Error {
    var call: String
    var code = errno
  }

  /// A response as it was received.
  struct Response: Equatable {
    var head: String
    var body: Data

    var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? {
      let start = name.lowercased() + ": "
      return head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(start) }.map {
        String($0.dropFirst(start.count))
      }
    }
  }

  private var descriptor: Int32
  private var received = Data()

  init(port: Int) throws {
    #if canImport(Darwin) || canImport(Musl)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Failure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The pointers are valid during the call.
    let connected = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
    guard connected == 0 else {
      defer { close() }
      throw Failure(call: "connect")
    }
    // The bytes of a `timeval`, seconds and no microseconds. Depending on the other files of this module, the
    // compiler (Swift 6.3.1) resolves the type to one of another module.
    let patience = (Int(Double.patience), 0)
    set(SO_RCVTIMEO, patience)
    set(SO_SNDTIMEO, patience)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, Int32(1))
    #endif
  }

  deinit { close() }

  /// Raises the limit of open files as far as the system allows, and returns the resulting limit.
  static func raiseDescriptorLimit(to wanted: Int) -> Int {
    #if canImport(Darwin) || canImport(Musl)
      let resource: Int32 = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    // The pointer is valid during the call, which writes one value.
    guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
    guard limit.rlim_cur < rlim_t(wanted) else { return wanted }
    limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
    // The pointer is valid during the call, which reads one value.
    _ = unsafe setrlimit(resource, &limit)
    return Int(clamping: limit.rlim_cur)
  }

  private func set<Value>(_ option: Int32, _ value: Value) {
    // The pointer is valid during the call, and the size is that of the value.
    _ = unsafe withUnsafePointer(to: value) { pointer in
      unsafe setsockopt(descriptor, SOL_SOCKET, option, pointer, socklen_t(MemoryLayout<Value>.size))
    }
  }

  func send(_ text: String) throws { try send(Data(text.utf8)) }

  func send(_ data: Data) throws {
    var rest = data
    while !rest.isEmpty {
      // The pointer belongs to the data, which has `count` bytes.
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          unsafe Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Glibc)
          unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #elseif canImport(Musl)
          unsafe Musl.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { throw Failure(call: "send") }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a request without a body.
  func get(_ path: String, headers: String = "") throws {
    try send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
  }

  /// Receives one complete response.
  func receive(toHead: Bool = false) throws -> Response {
    let separator = Data("\r\n\r\n".utf8)
    var headEnd = received.range(of: separator)
    while headEnd == nil {
      guard try more() else { throw Failure(call: "end of input in the head", code: 0) }
      headEnd = received.range(of: separator)
    }
    guard let headEnd else { throw Failure(call: "head", code: 0) }
    var response = Response(
      head: String(decoding: received[..<headEnd.lowerBound], as: UTF8.self), body: Data())
    received = Data(received[headEnd.upperBound...])
    let hasBody = !toHead && ![100, 204, 304].contains(response.status)
    let length = hasBody ? response.header("Content-Length").flatMap { Int($0) } ?? 0 : 0
    while received.count < length {
      guard try more() else { throw Failure(call: "end of input in the body", code: 0) }
    }
    response.body = Data(received.prefix(length))
    received = Data(received.dropFirst(length))
    return response
  }

  /// Receives until the text arrives, and returns everything up to its end.
  func receive(until text: String) throws -> String {
    let wanted = Data(text.utf8)
    while true {
      if let found = received.range(of: wanted) {
        defer { received = Data(received[found.upperBound...]) }
        return String(decoding: received[..<found.upperBound], as: UTF8.self)
      }
      guard try more() else { throw Failure(call: "end of input before \(text)", code: 0) }
    }
  }

  /// Receives this many bytes.
  func receive(count: Int) throws -> Data {
    while received.count < count {
      guard try more() else { throw Failure(call: "end of input", code: 0) }
    }
    defer { received = Data(received.dropFirst(count)) }
    return Data(received.prefix(count))
  }

  /// How a connection ended.
  enum Ending: Equatable {
    case closed
    case reset
    case other(Int32)
  }

  /// Receives and discards bytes until the connection ends.
  func receiveEnd() -> Ending {
    do {
      while try more() {}
      return .closed
    } catch let failure as Failure {
      return failure.code == ECONNRESET ? .reset : .other(failure.code)
    } catch {
      return .other(-1)
    }
  }

  /// The received bytes after the last response.
  var leftOver: Data { received }

  /// Receives once, and returns false if the peer has closed.
  private func more() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = -1
    repeat {
      // The pointer belongs to the array, which has room for `count` bytes.
      count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Failure(call: "recv") }
    received.append(contentsOf: buffer[..<count])
    return count > 0
  }

  /// Closes the sending side.
  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func close() {
    guard descriptor >= 0 else { return }
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #endif
    descriptor = -1
  }
}
