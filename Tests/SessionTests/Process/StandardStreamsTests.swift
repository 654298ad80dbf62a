#if os(Linux)
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// A process without standard streams, as daemons and some supervisors start one.
  ///
  /// The system gives the lowest free number to what is opened next, and what the program prints goes there.
  @Suite struct StandardStreamsTests {
    private static func closeAll() { for number in 0...STDERR_FILENO { close(number) } }

    /// The standard streams that are a connection or a file by now.
    private static var taken: [Int32] {
      (0...STDERR_FILENO).filter { number in
        var address = sockaddr()
        var size = socklen_t(MemoryLayout<sockaddr>.size)
        var status = stat()
        // The pointers are valid during the calls.
        let isConnection =
          unsafe getsockname(number, &address, &size) == 0 && address.sa_family == sa_family_t(AF_INET)
        let isFile = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isConnection || isFile
      }
    }

    @Test("No connection of a transport or a server takes the number of a closed standard stream")
    func noConnectionTakesTheNumberOfAStandardStream() async {
      await #expect(processExitsWith: .success) {
        let session = NetworkSession(transport: try CurlTransport())
        Self.closeAll()
        let server = MockServer()
        let seen = Locked<[Int32]?>(nil)
        server.stub(.get("/")) { (_: RecordedRequest) -> StubResponse in
          seen.update { $0 = Self.taken }
          return .text("hello")
        }
        try server.start()
        try #require(try await session.get(server.baseURL).data() == Data("hello".utf8))
        try #require(seen.value == [])
        server.stop()
      }
    }

    @Test("No file takes the number of a closed standard stream")
    func noFileTakesTheNumberOfAStandardStream() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        Self.closeAll()
        let created = try PrivateFile.create(folder.file("download"))
        let opened = try PrivateFile.openForReading(folder.file("download"))
        let cache = try OpenFolder(folder.url.path)
        let entry = try cache.open("entry", O_RDWR | O_CREAT, mode: 0o600)
        let numbers = [created.fileDescriptor, opened.fileDescriptor, cache.descriptor, entry]
        try #require(numbers.allSatisfy { $0 > STDERR_FILENO })
        for number in numbers { try #require(fcntl(number, F_GETFD) & FD_CLOEXEC != 0) }
        try #require(Self.taken == [])
      }
    }

    @Test("Without standard error, a shortage of descriptors is noticed")
    func aShortageIsNoticedWithoutStandardError() async {
      await #expect(processExitsWith: .success) {
        close(STDERR_FILENO)
        try #require(CurlWaiting.Supply.left(for: 1) == .enough)
        try DescriptorLimit.allowNone()
        try #require(CurlWaiting.Supply.left(for: 1) == .none)
      }
    }
  }
#endif
