#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// A process that serves TLS for one test, on a port chosen by the system that only this machine can reach.
  ///
  /// It responds to each request with the negotiated parameters, or forwards decrypted bytes to another port.
  /// It ends with this object. It also ends with this process, in whatever way that ends, because its
  /// standard input closes then.
  final class TLSServer: Sendable {
    /// The options of the server.
    ///
    /// See `Tests/Programs/tls-server.py` and `Tests/Programs/websocket-server.py`.
    struct Options: Encodable, Sendable {
      fileprivate var certificate: String
      fileprivate var key: String
      var authority: String?
      var minimum: String?
      var maximum: String?
      var protocols: [String]?
      var backend: Int?
      var plain: Bool?
      var deflate: Bool?
      var closes: Bool?
    }

    /// The negotiated parameters, as the server reports them.
    struct Agreed: Decodable, Sendable, Hashable {
      var version: String
      var client: String?
      var `protocol`: String?
      var resumed: Bool?
    }

    let port: Int
    let identifier: Int32
    private let input: Pipe
    private let isGone: DispatchGroup

    /// Keeps the files that the server reads.
    private let issued: TestCertificates.Issued

    /// Starts a server with this certificate.
    ///
    /// It is listening when this returns.
    static func start(
      _ issued: TestCertificates.Issued, script: String = "tls-server",
      _ change: (inout Options) -> Void = { _ in }
    ) async throws -> TLSServer {
      var options = Options(certificate: issued.certificate, key: issued.key)
      change(&options)
      let arguments = String(decoding: try JSONEncoder().encode(options), as: UTF8.self)
      return try await Tool.onThread { try TLSServer(issued, script, arguments) }
    }

    private init(_ issued: TestCertificates.Issued, _ name: String, _ arguments: String) throws {
      let script = Tool.program("\(name).py")
      guard let python = Tool.python, let script else {
        throw Tool.Failure(description: "there is no python3, or no script for it")
      }
      let (input, output) = (Pipe(), Pipe())
      // Only the other script needs an installed package. Without them Python starts in half the time.
      let options = name == "tls-server" ? ["-I", "-S"] : []
      let child = try python.start(
        options + [script.path, arguments], input: input.fileHandleForReading.fileDescriptor,
        output: output.fileHandleForWriting.fileDescriptor)
      isGone = child.isGone
      // The child has its own ends. Only with these closed can it see the other ends close.
      try input.fileHandleForReading.close()
      try output.fileHandleForWriting.close()
      let said = Self.line(from: output)
      guard let port = Int(said) else {
        isGone.wait()
        throw Tool.Failure(description: "the TLS server did not start: \(said)")
      }
      identifier = child.identifier
      self.input = input
      self.port = port
      self.issued = issued
    }

    /// Reads until a line is a number, which it returns, or else everything to the end.
    ///
    /// There may be warnings before it, as of a shell that starts Python, or of Python itself. Foundation fails when a
    /// signal interrupts reading, so this calls `read` itself.
    private static func line(from pipe: Pipe) -> String {
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      var (said, line): ([UInt8], [UInt8]) = ([], [])
      var byte: UInt8 = 0
      while true {
        // The pointer is valid during the call, and has room for one byte.
        let count = unsafe read(descriptor, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return String(decoding: said + line, as: UTF8.self) }
        if byte == UInt8(ascii: "\n") {
          let text = String(decoding: line, as: UTF8.self)
          if Int(text) != nil { return text }
          said += line + [byte]
          line = []
        } else {
          line.append(byte)
        }
      }
    }

    deinit { end() }

    private func end() {
      try? input.fileHandleForWriting.close()
      // SIGKILL, because the process may have been started with other signals blocked, as threads of
      // libdispatch block them.
      if isGone.wait(timeout: .now()) == .timedOut { kill(identifier, SIGKILL) }
    }

    func url(_ path: String = "/", host: String = "localhost") throws -> URL {
      guard let url = URL(string: "https://\(host):\(port)\(path)") else { throw POSIXError(.EINVAL) }
      return url
    }

    /// Closes the server's standard input, as the end of this process would, and waits until the server has
    /// ended.
    func endInput() async throws {
      try input.fileHandleForWriting.close()
      try await wait()
    }

    /// Ends the server and waits until it has ended.
    func stop() async throws {
      end()
      try await wait()
    }

    private func wait() async throws {
      let isGone = isGone
      try await Tool.onThread { isGone.wait() }
    }

    /// Whether the process still exists.
    var isAlive: Bool { kill(identifier, 0) == 0 }
  }
#endif
