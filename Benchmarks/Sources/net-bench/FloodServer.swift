import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server that responds to each GET with many mebibytes from one block in memory, as fast as the client reads.
///
/// It responds to any other request with the number of bytes in its body, which it discards.
enum FloodServer {
  /// The path of a response without a length that stays fresh for an hour.
  static let freshPath = "fresh"

  /// Listens on a free local port, serves on dedicated threads, and returns the URL.
  static func start(mebibytes: Int) throws -> URL {
    let (listener, url) = try listener(backlog: 16)
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { serve(connection, mebibytes) }
      }
    }
    return url
  }

  /// Listens on a free local port.
  static func listener(backlog: Int32) throws -> (descriptor: Int32, url: URL) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) == 0 && listen(listener, backlog) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
    else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    return (listener, url)
  }

  private static func serve(_ connection: Int32, _ mebibytes: Int) {
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    var request = Data()
    let end = Data("\r\n\r\n".utf8)
    while request.range(of: end) == nil {
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return }
      request += bytes[..<count]
    }
    guard let headEnd = request.range(of: end) else { return }
    guard request.starts(with: Data("GET".utf8)) else {
      let head = String(decoding: request[..<headEnd.lowerBound], as: UTF8.self).lowercased()
      return drain(connection, head: head, count: request.endIndex - headEnd.upperBound, &bytes)
    }
    let field =
      request.starts(with: Data("GET /\(freshPath) ".utf8))
      ? "Cache-Control: max-age=3600" : "Content-Length: \(mebibytes << 20)"
    let head = "HTTP/1.1 200 OK\r\n\(field)\r\nConnection: close\r\n\r\n"
    guard send(Array(head.utf8), connection) else { return }
    let block = [UInt8](repeating: 0x78, count: 1 << 20)
    for _ in 0..<mebibytes { guard send(block, connection) else { return } }
    shutdown(connection, Int32(SHUT_WR))
  }

  /// Receives a body of the length in the head, of which this many bytes have arrived.
  private static func drain(_ connection: Int32, head: String, count: Int, _ bytes: inout [UInt8]) {
    let lengths = head.split(separator: "\r\n").filter { $0.hasPrefix("content-length:") }
    guard let length = lengths.first.flatMap({ Int($0.dropFirst(15).drop { $0 == " " }) }) else { return }
    if head.contains("100-continue") { _ = send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), connection) }
    var count = count
    while count < length {
      let more = recv(connection, &bytes, bytes.count, 0)
      guard more > 0 else { return }
      count += more
    }
    let answer =
      "HTTP/1.1 200 OK\r\nContent-Length: \("\(count)".utf8.count)\r\nConnection: close\r\n\r\n\(count)"
    _ = send(Array(answer.utf8), connection)
  }

  private static func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(connection, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }
}
