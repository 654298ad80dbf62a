#if os(Linux)
  import Foundation
  import Glibc

  /// A process that serves TLS on a port of the system's choosing, on this machine alone, for one test.
  ///
  /// It answers each request with what was agreed on, or passes what it decrypts on to another port. It ends with
  /// this object; and, as its standard input ends then, with this process, however that ends.
  final class TLSServer: Sendable {
    /// What it is told; see `Fixtures/tls-server.py`.
    struct Options: Encodable, Sendable {
      fileprivate var certificate: String
      fileprivate var key: String
      var authority: String?
      var minimum: String?
      var maximum: String?
      var protocols: [String]?
      var backend: Int?
    }

    /// What was agreed on, as it answers.
    struct Agreed: Decodable, Sendable, Hashable {
      var version: String
      var client: String?
      var `protocol`: String?
    }

    let port: Int
    let identifier: Int32
    private let input: Pipe
    private let isGone: DispatchGroup

    /// Keeps the files that it reads.
    private let issued: TestCertificates.Issued

    /// Starts one that shows this certificate.
    ///
    /// It listens when this returns.
    static func start(
      _ issued: TestCertificates.Issued, _ change: (inout Options) -> Void = { _ in }
    ) async throws -> TLSServer {
      var options = Options(certificate: issued.certificate, key: issued.key)
      change(&options)
      let arguments = String(decoding: try JSONEncoder().encode(options), as: UTF8.self)
      return try await Tool.onThread { try TLSServer(issued, arguments) }
    }

    private init(_ issued: TestCertificates.Issued, _ arguments: String) throws {
      let script = Bundle.module.url(forResource: "Fixtures/tls-server", withExtension: "py")
      guard let python = Tool.python, let script else {
        throw Tool.Failure(description: "there is no python3, or no script for it")
      }
      let (input, output) = (Pipe(), Pipe())
      let child = try python.start(
        [script.path, arguments], input: input.fileHandleForReading.fileDescriptor,
        output: output.fileHandleForWriting.fileDescriptor)
      isGone = child.isGone
      // The child has its own ends, and without these here it is seen when they are closed.
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

    /// The first line if it is a number, and all there is to the end if it is not.
    ///
    /// Read here, since Foundation gives up where a signal interrupts it.
    private static func line(from pipe: Pipe) -> String {
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while true {
        // The pointer lives for the call, and one byte has room behind it.
        let count = unsafe read(descriptor, &byte, 1)
        if count < 0, errno == EINTR { continue }
        let text = String(decoding: line, as: UTF8.self)
        if count != 1 || byte == UInt8(ascii: "\n") && Int(text) != nil { return text }
        line.append(byte)
      }
    }

    deinit { end() }

    private func end() {
      try? input.fileHandleForWriting.close()
      // Not a signal that it may have been started with blocked, as threads of libdispatch block them.
      if isGone.wait(timeout: .now()) == .timedOut { kill(identifier, SIGKILL) }
    }

    func url(_ path: String = "/", host: String = "localhost") throws -> URL {
      guard let url = URL(string: "https://\(host):\(port)\(path)") else { throw POSIXError(.EINVAL) }
      return url
    }

    /// Ends its standard input, as the end of this process would, and waits until it has gone.
    func endInput() async throws {
      try input.fileHandleForWriting.close()
      try await wait()
    }

    /// Ends it and waits until it has gone.
    func stop() async throws {
      end()
      try await wait()
    }

    private func wait() async throws {
      let isGone = isGone
      try await Tool.onThread { isGone.wait() }
    }

    /// Whether a process of its identifier is there.
    var isAlive: Bool { kill(identifier, 0) == 0 }
  }
#endif
