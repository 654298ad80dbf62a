#if os(Linux)
  import Dispatch
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Downloads while the process may open no files, each test in a separate process.
  @Suite struct DownloadShortageTests {
    private static func session() throws -> NetworkSession {
      var configuration = SessionConfiguration()
      configuration.callbackQueue = nil
      return NetworkSession(configuration: configuration, transport: try CurlTransport())
    }

    /// Starts a server, and a session with an open connection to it.
    private static func connected() async throws -> (server: MockServer, session: NetworkSession) {
      try DescriptorLimit.set(to: 256)
      let server = MockServer()
      server.stub(.everything, with: .text("hello"))
      try server.start()
      let session = try session()
      _ = try await session.get(server.baseURL).data()
      return (server, session)
    }

    /// Downloads during a shortage that ends after a while; returns what is in the file, and in its folder.
    private static func download(
      _ response: StubResponse = .text("hello"), isResumable: Bool, after part: String? = nil
    ) async throws -> (text: String, files: [String]) {
      let (server, session) = try await connected()
      defer { server.stop() }
      server.stub(.everything, with: response)
      let folder = try TemporaryFolder()
      if let part { try Data(part.utf8).write(to: folder.file("part")) }
      let destination = DownloadDestination.file(folder.file("a"))
      let hasEnded = DispatchSemaphore(value: 0)
      let responses = Captured<DataResponse<URL>>()
      try DescriptorLimit.allowNone()
      session.get(server.baseURL).download(
        to: isResumable ? destination.resumable(at: folder.file("part")) : destination, delivery: .inline
      ) { response in
        responses.set(response)
        hasEnded.signal()
      }
      let early = try await Tool.onThread { hasEnded.wait(timeout: .now() + .milliseconds(200)) }
      try DescriptorLimit.set(to: 256)
      try #require(early == .timedOut, "\(String(describing: responses.value?.error))")
      _ = try await Tool.onThread { hasEnded.wait(timeout: .patience) }
      try #require(responses.value?.error == nil, "\(String(describing: responses.value?.error))")
      return (
        String(decoding: try Data(contentsOf: folder.file("a")), as: UTF8.self),
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      )
    }

    @Test(arguments: [false, true]) func aFileIsWrittenAsSoonAsItCanBeOpened(isResumable: Bool) async {
      await #expect(processExitsWith: .success) { [isResumable] in
        try #require(try await Self.download(isResumable: isResumable) == ("hello", ["a"]))
      }
    }

    @Test(arguments: [false, true]) func anEmptyFileIsCreatedAsSoonAsItCanBeOpened(isResumable: Bool) async {
      await #expect(processExitsWith: .success) { [isResumable] in
        try #require(try await Self.download(.status(204), isResumable: isResumable) == ("", ["a"]))
      }
    }

    @Test func whatAnEarlierDownloadLeftIsReadAsSoonAsItCanBeOpened() async {
      await #expect(processExitsWith: .success) {
        try #require(try await Self.download(isResumable: true, after: "he") == ("hello", ["a"]))
      }
    }

    @Test func aDownloadThatIsCancelledMeanwhileLeavesNoFile() async {
      await #expect(processExitsWith: .success) {
        let (server, session) = try await Self.connected()
        let folder = try TemporaryFolder()
        let hasEnded = DispatchSemaphore(value: 0)
        let responses = Captured<DataResponse<URL>>()
        try DescriptorLimit.allowNone()
        let request = session.get(server.baseURL).download(to: .file(folder.file("a")), delivery: .inline) {
          responses.set($0)
          hasEnded.signal()
        }
        _ = try await Tool.onThread { hasEnded.wait(timeout: .now() + .milliseconds(100)) }
        request.cancel()
        _ = try await Tool.onThread { hasEnded.wait(timeout: .patience) }
        try DescriptorLimit.set(to: 256)
        try #require(responses.value?.error?.reason == .cancelled)
        _ = try await session.get(server.baseURL).data()
        try #require(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        server.stop()
      }
    }

    @Test func thePermissionsOfANewFileAreKnownWithoutADescriptor() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 256)
        let folder = try TemporaryFolder()
        let usual = try PrivateFile.usualMode(in: folder.url)
        try DescriptorLimit.allowNone()
        let mode = Result { try PrivateFile.usualMode(in: folder.url) }
        try DescriptorLimit.set(to: 256)
        try #require(try mode.get() == usual)
        try #require(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
      }
    }
  }
#endif
