#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net

  /// A process that becomes another program (`exec`) while its sessions are open.
  @Suite(.enabled(if: Tool.areInstalled)) struct ExecTests {
    @Test(
      "After `exec`, the new program has no descriptor of the open sessions, and servers see the close")
    func execClosesTheDescriptorsOfSessions() async throws {
      let closed = DispatchSemaphore(value: 0)
      let server = try LoopbackServer { request in
        guard request.path == "/held" else { return [.respond("200 OK", body: "hello")] }
        return [
          .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .awaitClose { closed.signal() },
        ]
      }
      let certificates = try await TestCertificates()
      let secure = try await TLSServer.start(certificates.issue()) { $0.backend = server.port }
      let urls = [try server.url().absoluteString, try secure.url().absoluteString]
      let authority = certificates.authority
      let folder = try TemporaryFolder()
      let fifo = folder.file("closed").path
      try #require(unsafe mkfifo(fifo, 0o600) == 0)
      // Opened for reading too, so that neither end blocks until the other has opened it.
      let gate = unsafe FileHandle(fileDescriptor: open(fifo, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
      let closing = Task {
        try await Tool.onThread {
          for _ in 0..<4 { closed.wait() }
          try gate.write(contentsOf: Data("closed\n".utf8))
        }
      }
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        [urls = urls as [String], authority = authority as String, fifo = fifo as String] in
        alarm(.patience)
        try await Self.openSessions(to: urls, trusting: authority)
        // Lists the inherited descriptors, then waits until the servers have seen four connections close.
        let script = "ls -l /proc/self/fd; read line <\"$0\"; echo \"$line\""
        RestartedProcess.replace(with: "/bin/sh", ["sh", "-c", script, fifo], ["PATH=/usr/bin:/bin"])
        exit(126)
      }
      // Releases the task if an earlier failure would leave it waiting.
      for _ in 0..<4 { closed.signal() }
      try await closing.value
      try gate.close()

      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      let lines = output.split(separator: "\n").map(String.init)
      let held = lines.filter { $0.hasPrefix("held: ") }.map { $0.dropFirst(6) }
      let listed = lines.filter { $0.contains(" -> ") && !$0.hasPrefix("held: ") }
      #expect(held.count >= 8, "\(output)")
      for kind in ["socket:", "[eventpoll]", "[eventfd]", "memfd:"] {
        #expect(held.contains { $0.contains(kind) }, "\(kind) \(output)")
      }
      #expect(listed.contains { $0.contains(" 1 -> ") }, "\(output)")
      expectEqual(held.filter { name in listed.contains { $0.hasSuffix(" \(name)") } }, [], "\(output)")
      expectEqual(lines.last, "closed", "\(output)")
    }

    /// Opens an idle connection to each URL and two with a response in progress, and prints the open
    /// descriptors.
    private static func openSessions(to urls: [String], trusting authority: String) async throws {
      let before = OpenDescriptors.names
      var options = TransportOptions()
      options.proxy = .none
      // As on a system whose certificate folder has one that is not in its bundle: libcurl reads them from
      // a memory file.
      let authorities = SystemAuthorities.certificates(try Data(contentsOf: URL(filePath: authority)))
      let capabilities = try #require(CurlCapabilities.current)
      let transport = LoopsTransport(
        loops: try CurlLoops(
          options: CurlOptions(options, capabilities: capabilities, system: authorities)))
      let session = NetworkSession(transport: transport)
      var tasks: [any TransportTask] = []
      for url in urls + urls {
        let began = AsyncStream.makeStream(of: Void.self)
        let log = EventLog { event in
          switch event {
          case .body, .failed: began.continuation.finish()
          default: break
          }
        }
        let held = try #require(URL(string: url + "held"))
        let task = transport.task(for: TransportRequest(url: held), receiver: log)
        task.resume()
        tasks.append(task)
        for await _ in began.stream {}
        try #require(log.body == "first", "\(log.summary) \(String(describing: log.error))")
      }
      for url in urls {
        let response = await session.get(url).response(.data)
        try #require(response.error == nil, "\(response)")
      }
      // A new descriptor may have the number of one that was closed meanwhile.
      for (descriptor, name) in OpenDescriptors.names where before[descriptor] != name {
        guard !OpenDescriptors.isWakeUpOfLibcurl(descriptor) else { continue }
        try FileHandle.standardOutput.write(contentsOf: Data("held: \(descriptor) -> \(name)\n".utf8))
      }
      // Keeps the sessions open until `exec` replaces the program.
      withExtendedLifetime((session, tasks)) {}
      Self.kept.update { $0 = tasks }
    }

    private static let kept = Locked<[any TransportTask]>([])
  }

  /// The descriptors of this process.
  private enum OpenDescriptors {
    /// The target of each descriptor.
    static var names: [Int32: String] {
      let folder = "/proc/self/fd"
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return numbers.reduce(into: [:]) { names, number in
        guard let descriptor = Int32(number), fcntl(descriptor, F_GETFD) >= 0 else { return }
        names[descriptor] = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
      }
    }

    /// Whether this is one of the two sockets that some versions of libcurl use to wake themselves.
    ///
    /// They stay open after `exec`, but lead nowhere.
    static func isWakeUpOfLibcurl(_ descriptor: Int32) -> Bool {
      var address = sockaddr()
      var size = socklen_t(MemoryLayout<sockaddr>.size)
      // The pointers are valid during the call.
      let isPair =
        unsafe getsockname(descriptor, &address, &size) == 0 && address.sa_family == sa_family_t(AF_UNIX)
      return isPair && fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
    }
  }
#endif
