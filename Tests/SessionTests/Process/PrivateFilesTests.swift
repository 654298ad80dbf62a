#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net
  @testable import NetTesting

  /// What other processes and later ones find of the files of this process, each test in a separate process.
  @Suite struct PrivateFilesTests {
    /// Whether started programs inherit the open files whose paths contain this text; one element for each file.
    private static func inheritance(of text: String) throws -> [Bool] {
      let folder = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        guard let descriptor = Int32(name),
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"),
          target.contains(text)
        else { return nil }
        return fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
      }
    }

    private static func setTemporaryFolder(_ folder: TemporaryFolder) {
      // No other thread of the new process reads the environment.
      _ = unsafe setenv("TMPDIR", folder.url.path, 1)
    }

    @Test func aStartedProgramDoesNotInheritAFileThatIsSent() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        var reader = try FileBody(try folder.file("secret.bin", "secret")).reader()
        try #require(try reader.read(atMost: 3) == Data("sec".utf8))
        try #require(try Self.inheritance(of: "secret.bin") == [false])
      }
    }

    @Test func aFileThatIsSentMayBeASymbolicLink() throws {
      let folder = try TemporaryFolder()
      let target = try folder.file("a", "secret")
      try FileManager.default.createSymbolicLink(at: folder.file("b"), withDestinationURL: target)
      var reader = try FileBody(folder.file("b")).reader()
      expectEqual(try reader.read(atMost: 10), Data("secret".utf8))
    }

    @Test func aStartedProgramDoesNotInheritTheBigBodyOfAMockServer() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        Self.setTemporaryFolder(folder)
        var file = try SpillFile()
        try file.append(Data("secret".utf8))
        try #require(try file.contents() == Data("secret".utf8))
        try #require(try Self.inheritance(of: "/body-") == [false])
        try #require(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        file.close()
      }
    }

    @Test func aBigBodyThatAMockServerCannotKeepNamesTheFile() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        Self.setTemporaryFolder(folder)
        try FileManager.default.removeItem(at: folder.url)
        let failure = #expect(throws: Socket.Failure.self) { try SpillFile() }
        try #require(failure?.explanation.contains(folder.url.appending(path: "body-").path) == true)
      }
    }

    @Test func theFileSystemMayHaveNoPermissions() throws {
      // Like a file on FAT or on some file systems in user space, this one has permissions that cannot be changed.
      let handle = try FileHandle(forUpdating: URL(filePath: "/proc/thread-self/comm"))
      try #require(fchmod(handle.fileDescriptor, 0o600) != 0)
      #expect(throws: Never.self) { try PrivateFile.setMode(0o600, of: handle) }
    }

    @Test func aStreamInATemporaryFileLeavesNothingIfTheProcessEnds() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        Self.setTemporaryFolder(folder)
        var reader = try RequestBody.stream(BodyStream { InputStream(data: Data("secret".utf8)) }).reader()
        let body = try SpooledBody(&reader, while: { true })
        try #require(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        try #require(try Self.inheritance(of: "/NetStream-") == [false])
        try #require(body.count == 6)
      }
    }

    @Test func readersOfAStreamInATemporaryFileAreIndependent() throws {
      var reader = try RequestBody.stream(BodyStream { InputStream(data: Data("secret".utf8)) }).reader()
      let body = try SpooledBody(&reader, while: { true })
      var (first, second) = (body.reader(), body.reader())
      expectEqual(try first.read(atMost: 4), Data("secr".utf8))
      expectEqual(try second.read(atMost: 10), Data("secret".utf8))
      expectEqual(try first.read(atMost: 4), Data("et".utf8))
      expectNil(try first.read(atMost: 4))
    }
  }
#endif
