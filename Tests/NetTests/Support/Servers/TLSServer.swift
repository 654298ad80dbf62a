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
      var certificate: String
      var key: String
      var authority: String?
      var minimum: String?
      var maximum: String?
      var protocols: [String]?
      var backend: Int?

      init(_ issued: TestCertificates.Issued) {
        certificate = issued.certificate
        key = issued.key
      }
    }

    /// What was agreed on, as it answers.
    struct Agreed: Decodable, Sendable, Hashable {
      var version: String
      var client: String?
      var `protocol`: String?
    }

    let port: Int
    let identifier: Int32
    private let process: Locked<Process>
    private let input: Pipe

    static func start(_ options: Options) async throws -> TLSServer {
      try await Tool.onThread { try TLSServer(options) }
    }

    private init(_ options: Options) throws {
      let script = Bundle.module.url(forResource: "Fixtures/tls-server", withExtension: "py")
      guard let python = Tool.python, let script else {
        throw Tool.Failure(description: "there is no python3, or no script for it")
      }
      let arguments = String(decoding: try JSONEncoder().encode(options), as: UTF8.self)
      let process = python.process([script.path, arguments])
      let output = Pipe()
      input = Pipe()
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      identifier = process.processIdentifier
      self.process = Locked(process)
      guard let port = Self.line(from: output).flatMap({ Int($0) }) else {
        throw Tool.Failure(description: "the TLS server did not start: \(arguments)")
      }
      self.port = port
    }

    /// The first line. Read here, since Foundation gives up where a signal interrupts it.
    private static func line(from pipe: Pipe) -> String? {
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while true {
        // The pointer lives for the call, and one byte has room behind it.
        let count = unsafe read(descriptor, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return nil }
        if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
      }
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.value.terminate()
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
      process.value.terminate()
      try await wait()
    }

    private func wait() async throws {
      let process = process
      try await Tool.onThread { process.value.waitUntilExit() }
    }

    /// Whether a process of its identifier is there.
    var isAlive: Bool { kill(identifier, 0) == 0 }
  }
#endif
