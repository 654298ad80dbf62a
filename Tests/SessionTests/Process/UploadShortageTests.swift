#if os(Linux)
  import Dispatch
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Uploads of files while the process may open none, each test in a separate process.
  @Suite struct UploadShortageTests {
    /// Sends a body during a shortage that ends after a while, and returns what the server received.
    ///
    /// If the connection is kept, only the file lacks a descriptor.
    private static func upload(
      _ body: (TemporaryFolder) throws -> RequestBody, keepsConnection: Bool
    ) async throws -> String {
      try DescriptorLimit.set(to: 256)
      let folder = try TemporaryFolder()
      let server = MockServer()
      server.stub(.everything, with: .text("ok"))
      try server.start()
      let transport = try CurlTransport()
      if keepsConnection {
        let log = EventLog()
        transport.task(for: TransportRequest(url: server.baseURL), receiver: log).resume()
        await log.end()
      }
      let request = TransportRequest(method: .put, url: server.baseURL, body: try body(folder))
      // Dispatch ends a process in which it finds no descriptors for its first timer.
      await withCheckedContinuation { isReady in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { isReady.resume() }
      }
      let hasEnded = DispatchSemaphore(value: 0)
      let log = EventLog { if $0.isLast { hasEnded.signal() } }
      try DescriptorLimit.allowNone()
      transport.task(for: request, receiver: log).resume()
      let early = try await Tool.onThread { hasEnded.wait(timeout: .now() + .milliseconds(200)) }
      try DescriptorLimit.set(to: 256)
      try #require(early == .timedOut, "\(String(describing: log.error))")
      await log.end()
      try #require(log.body == "ok", "\(String(describing: log.error))")
      let sent = try #require(server.requests.last).body
      server.stop()
      return String(decoding: sent, as: UTF8.self)
    }

    @Test func aFileIsSentAsSoonAsItCanBeOpened() async {
      await #expect(processExitsWith: .success) {
        let sent = try await Self.upload({ .file(try $0.file("a", "hello")) }, keepsConnection: true)
        try #require(sent == "hello")
      }
    }

    @Test func aFileThatLacksAConnectionTooIsSentAsSoonAsBothCanBeOpened() async {
      await #expect(processExitsWith: .success) {
        let sent = try await Self.upload({ .file(try $0.file("a", "hello")) }, keepsConnection: false)
        try #require(sent == "hello")
      }
    }

    @Test func anEmptyFileIsSentWithoutADescriptorForIt() async {
      await #expect(processExitsWith: .success) {
        let sent = try await Self.upload({ .file(try $0.file("a", "")) }, keepsConnection: false)
        try #require(sent == "")
      }
    }

    @Test func aFormIsSentAsSoonAsItsFilesCanBeOpened() async {
      await #expect(processExitsWith: .success) {
        let sent = try await Self.upload(
          { folder in
            var form = MultipartFormData(memoryLimit: 0)
            form.append(file: try folder.file("a", "hello"), name: "first")
            form.append(file: try folder.file("b", "world"), name: "second")
            return try form.encoded(drawing: { "x" }).body
          }, keepsConnection: true)
        for text in ["name=\"first\"", "hello", "name=\"second\"", "world", "--x--"] {
          try #require(sent.ranges(of: text).count == 1, "\(sent)")
        }
      }
    }

    @Test func aShortFormIsReadOnceItsFilesCanBeOpened() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        var form = MultipartFormData(boundary: "x")
        form.append(file: try folder.file("a", "hello"), name: "first")
        try DescriptorLimit.allowNone()
        let encoded = Result { try form.encoded() }
        try DescriptorLimit.set(to: 256)
        let text = String(decoding: try encoded.get().body.contents(), as: UTF8.self)
        try #require(text.contains("hello") && text.hasSuffix("--x--\r\n"), "\(text)")
      }
    }

    @Test func theErrorOfAFileThatCannotBeOpenedNamesTheReason() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let file = try folder.file("a", "hello")
        try DescriptorLimit.allowNone()
        var reader = try RequestBody.file(file).reader()
        let result = Result { try reader.read(atMost: 10) }
        try DescriptorLimit.set(to: 256)
        guard case .failure(RequestBodyError.tooManyOpenFiles(file)) = result else { throw POSIXError(.EIO) }
        try #require(try reader.read(atMost: 10) == Data("hello".utf8))
      }
    }
  }
#endif
