#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net

  /// A sandbox that refuses a system call that it does not know, with `EPERM`.
  @Suite struct RefusedRenamesTests {
    @Test("Without `renameat2`, a file is moved but replaces nothing, and files are not exchanged")
    func aFileIsMovedWithoutTheCall() async {
      await #expect(processExitsWith: .success) {
        try await PreloadedProgram(name: "refused-renames").start()
        let folder = try TemporaryFolder()
        let (one, other) = (try folder.file("one", "1"), try folder.file("other", "2"))
        try PrivateFile.move(one, to: folder.file("moved"), replaces: false)
        try #require(try Data(contentsOf: folder.file("moved")) == Data("1".utf8))
        try #require(!FileManager.default.fileExists(atPath: one.path))
        let error = #expect(throws: POSIXError.self) {
          try PrivateFile.move(other, to: folder.file("moved"), replaces: false)
        }
        try #require(error?.code == .EEXIST)
        let opened = try OpenFolder(folder.url.path)
        try #require(try !PrivateFile.exchange("moved", "other", in: opened.descriptor))
      }
    }
  }
#endif
