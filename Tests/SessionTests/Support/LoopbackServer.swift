import Dispatch
import Foundation
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A request as received by a ``LoopbackServer``.
struct WireRequest: Sendable {
  var head: String
  var body: Data

  var line: String { String(head.prefix { $0 != "\r\n" }) }
  var path: String { String(line.split(separator: " ").dropFirst().first ?? "") }

  func header(_ name: String) -> String? { headers(name).first }

  func headers(_ name: String) -> [String] {
    head.components(separatedBy: "\r\n").dropFirst()
      .filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }
}

/// A step of a ``LoopbackServer`` in response to a request.
enum WireStep: Sendable {
  /// Sends these bytes unchanged.
  case send(Data)
  /// Waits until the client has closed the connection, then calls the closure.
  case awaitClose(@Sendable () -> Void)
  /// Runs the closure.
  case run(@Sendable () -> Void)
  /// Closes the connection.
  case close
  /// Closes the connection with a reset.
  case reset

  static func send(_ text: String) -> WireStep { .send(Data(text.utf8)) }

  /// Sends a complete response.
  static func respond(_ status: String, headers: [String] = [], body: String = "") -> WireStep {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)", "", body]
    return .send(lines.joined(separator: "\r\n"))
  }
}

/// A server for one test, on a port chosen by the system that only this machine can reach.
final class LoopbackServer: Sendable {
  typealias Handler = @Sendable (WireRequest) -> [WireStep]

  /// The path of requests whose `Expect: 100-continue` gets no 100.
  ///
  /// Their bodies are not read.
  static let unexpected = "/unexpected"

  let port: Int
  private let listener: Int32
  private let received = Locked<[WireRequest]>([])

  var requests: [WireRequest] { received.value }

  /// - `consume`: Receives the bodies in chunks. ``WireRequest/body`` is then empty.
  init(consume: (@Sendable (Data) -> Void)? = nil, _ handler: @escaping Handler) throws {
    (listener, port) = try Self.bound()
    let received = received
    let listener = listener
    Thread.detachNewThread {
      while let connection = Self.accepted(from: listener) {
        // A process that another test starts must not inherit the connection.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread {
          Self.serve(connection, consume) { request in
            received.update { $0.append(request) }
            return handler(request)
          }
          _ = close(connection)
        }
      }
      _ = close(listener)
    }
  }

  deinit { _ = shutdown(listener, Int32(SHUT_RDWR)) }

  /// Resets the connection within the body, after the test has signalled that the first half arrived.
  static func resetting(after received: DispatchSemaphore) throws -> LoopbackServer {
    try LoopbackServer { _ in
      [
        .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
        .run { _ = received.wait(timeout: .patience) }, .reset,
      ]
    }
  }

  func url(_ path: String = "/") throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw POSIXError(.EINVAL) }
    return url
  }

  /// A port without a listener.
  static func unusedPort() throws -> Int {
    let (listener, port) = try bound()
    _ = close(listener)
    return port
  }

  /// Returns the next connection, or nil when the listener was shut down.
  ///
  /// Without a descriptor it waits for one: a listener that was closed instead would refuse connections.
  private static func accepted(from listener: Int32) -> Int32? {
    while true {
      let connection = accept(listener, nil, nil)
      if connection >= 0 { return connection }
      switch errno {
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: _ = poll(nil, 0, 10)
      case EINTR, ECONNABORTED: break
      default: return nil
      }
    }
  }

  private static func serve(_ connection: Int32, _ consume: ((Data) -> Void)?, _ handler: Handler) {
    var one: Int32 = 1
    unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    var pending = Data()
    while let request = nextRequest(connection, consume, &pending) {
      for step in handler(request) {
        switch step {
        case .send(let data): send(data, connection)
        case .run(let action): action()
        case .close: return
        case .reset:
          var linger = linger(l_onoff: 1, l_linger: 0)
          unsafe setsockopt(
            connection, SOL_SOCKET, SO_LINGER, &linger, UInt32(MemoryLayout.size(ofValue: linger)))
          return
        case .awaitClose(let action):
          while receive(connection) != nil {}
          return action()
        }
      }
    }
  }

  private static func nextRequest(
    _ connection: Int32, _ consume: ((Data) -> Void)?, _ pending: inout Data
  ) -> WireRequest? {
    while true {
      if let end = pending.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
        var request = WireRequest(head: head, body: Data())
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        pending = Data(pending[end.upperBound...])
        if request.header("Expect") != nil {
          // The handler responds before the body has been sent.
          if request.path == unexpected { return request }
          send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8), connection)
        }
        if request.header("Transfer-Encoding") == "chunked" {
          while let part = chunk(&pending, connection) {
            if part.isEmpty { return request }
            if let consume { consume(part) } else { request.body += part }
          }
          return nil
        }
        if let consume {
          guard pass(length, from: &pending, connection, to: consume) else { return nil }
          return request
        }
        while pending.count < length {
          guard let more = receive(connection) else { return nil }
          pending += more
        }
        request.body = pending.prefix(length)
        pending = Data(pending.dropFirst(length))
        return request
      }
      guard let more = receive(connection) else { return nil }
      pending += more
    }
  }

  /// The next chunk of a body (RFC 9112 section 7.1).
  ///
  /// The last one is empty.
  private static func chunk(_ pending: inout Data, _ connection: Int32) -> Data? {
    while true {
      if let end = pending.range(of: Data("\r\n".utf8)) {
        let line = String(decoding: pending[..<end.lowerBound], as: UTF8.self)
        guard let size = Int(line, radix: 16) else { return nil }
        let rest = pending[end.upperBound...]
        if rest.count >= size + 2 {
          let part = Data(rest.prefix(size))
          pending = Data(rest.dropFirst(size + 2))
          return part
        }
      }
      guard let more = receive(connection) else { return nil }
      pending += more
    }
  }

  private static func pass(
    _ length: Int, from pending: inout Data, _ connection: Int32, to consume: (Data) -> Void
  ) -> Bool {
    var rest = length
    while rest > 0 {
      if pending.isEmpty {
        guard let more = receive(connection) else { return false }
        pending = more
      }
      let part = pending.prefix(rest)
      consume(part)
      rest -= part.count
      pending = Data(pending.dropFirst(part.count))
    }
    return true
  }

  private static func receive(_ connection: Int32) -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(connection, &buffer, buffer.count, 0)
    return count > 0 ? Data(buffer[..<count]) : nil
  }

  private static func send(_ data: Data, _ connection: Int32) {
    var rest = Array(data)
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = unsafe Darwin.send(connection, rest, rest.count, 0)
      #elseif canImport(Musl)
        let count = unsafe Musl.send(connection, rest, rest.count, Int32(MSG_NOSIGNAL))
      #else
        let count = unsafe Glibc.send(connection, rest, rest.count, Int32(MSG_NOSIGNAL))
      #endif
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }

  private static func bound() throws -> (listener: Int32, port: Int) {
    #if canImport(Darwin) || canImport(Musl)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && listen(listener, 512) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard listener >= 0, isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }
}
