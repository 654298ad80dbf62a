#if canImport(Glibc)
  import Foundation
  import Glibc

  /// A server that does as little as possible for a request, so that it does not limit the clients.
  ///
  /// It compares the start of a request with the paths it knows, and sends the response from memory. It serves requests
  /// without a body, on one thread.
  struct PlainServer {
    /// A response to requests that begin with this text; with nil it never responds.
    struct Answer {
      let start: [UInt8]
      let response: [UInt8]?

      /// The response to requests for the path, with any query.
      init(path: String, type: String, fields: [String] = [], body: Data?) {
        start = Array("GET \(path)".utf8)
        response = body.map {
          let fields = ["Content-Type: \(type)", "Content-Length: \($0.count)"] + fields
          return Array("HTTP/1.1 200 OK\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8) + $0
        }
      }

      func matches(_ input: [UInt8]) -> Bool {
        guard input.starts(with: start), input.count > start.count else { return false }
        return [UInt8(ascii: " "), UInt8(ascii: "?")].contains(input[start.count])
      }
    }

    /// What a connection has received and must send.
    private struct Connection {
      var input: [UInt8] = []
      var output: ArraySlice<UInt8> = []
    }

    private let answers: [Answer]
    private let listener: Int32
    private var connections: [Int32: Connection] = [:]
    /// The listener, followed by the connections.
    private var entries: [pollfd]
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Listens on a free local port, serves on a dedicated thread, and returns the URL.
    static func start(_ answers: [Answer]) throws -> URL {
      let (listener, url) = try FloodServer.listener(backlog: 4096)
      guard becomesNonBlocking(listener) else { throw POSIXError(.EINVAL) }
      Thread.detachNewThread {
        var server = PlainServer(answers: answers, listener: listener)
        server.serve()
      }
      return url
    }

    private init(answers: [Answer], listener: Int32) {
      self.answers = answers
      self.listener = listener
      entries = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    }

    private static func becomesNonBlocking(_ descriptor: Int32) -> Bool {
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    }

    private mutating func serve() {
      while true {
        var ready = poll(&entries, nfds_t(entries.count), -1)
        var isClosed = false
        var index = 1
        while ready > 0, index < entries.count {
          if entries[index].revents != 0 {
            ready -= 1
            if !turn(index) { isClosed = true }
          }
          index += 1
        }
        if isClosed { entries.removeAll { $0.fd < 0 } }
        if entries[0].revents != 0 { accept() }
      }
    }

    private mutating func accept() {
      while case let descriptor = Glibc.accept(listener, nil, nil), descriptor >= 0 {
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard Self.becomesNonBlocking(descriptor) else { continue }
        connections[descriptor] = Connection()
        entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
    }

    /// Receives and sends what it can; returns false if the connection has ended.
    private mutating func turn(_ index: Int) -> Bool {
      let descriptor = entries[index].fd
      guard var connection = connections.removeValue(forKey: descriptor) else { return true }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      let isOpen = count > 0 || (count < 0 && errno == EAGAIN)
      connection.input += buffer[..<max(0, count)]
      guard isOpen, advance(&connection, descriptor) else {
        close(descriptor)
        entries[index].fd = -1
        return false
      }
      entries[index].events = Int16(connection.output.isEmpty ? POLLIN : POLLIN | POLLOUT)
      connections[descriptor] = connection
      return true
    }

    /// Sends responses until one does not fit; returns false if the connection is broken.
    private func advance(_ connection: inout Connection, _ descriptor: Int32) -> Bool {
      guard send(&connection.output, to: descriptor) else { return false }
      while connection.output.isEmpty, let answer = take(from: &connection.input) {
        connection.output = answer[...]
        guard send(&connection.output, to: descriptor) else { return false }
      }
      return true
    }

    /// Takes the first whole request and returns its response, which is empty if there is none.
    private func take(from input: inout [UInt8]) -> [UInt8]? {
      guard let end = Self.endOfHead(in: input) else { return nil }
      let answer = answers.first { $0.matches(input) }
      input.removeFirst(end)
      return answer?.response ?? []
    }

    private static func endOfHead(in input: [UInt8]) -> Int? {
      var index = 3
      while index < input.count {
        if input[index] == 0x0a, input[index - 2] == 0x0a { return index + 1 }
        index += 1
      }
      return nil
    }

    /// Sends what fits; returns false if the connection is broken.
    private func send(_ output: inout ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
      while !output.isEmpty {
        let sent = output.withUnsafeBytes {
          write(descriptor, $0.baseAddress, $0.count)
        }
        guard sent >= 0 else { return errno == EAGAIN }
        output = output.dropFirst(sent)
      }
      return true
    }
  }
#endif
