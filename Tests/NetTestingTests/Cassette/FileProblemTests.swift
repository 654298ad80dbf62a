import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What the errors of files say about their cause.
@Suite struct FileProblemTests {
  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test func aFolderInsteadOfACassetteIsNamed() async throws {
    try await inFolder { folder in
      let read = #expect(throws: CassetteError.self) { try Cassette(contentsOf: folder) }
      expectEqual(read?.description.contains("(errno \(POSIXErrorCode.EISDIR.rawValue))"), true)
      let written = #expect(throws: CassetteError.self) { try Cassette().write(to: folder) }
      expectEqual(written?.description.contains("(errno "), true)
    }
  }

  @Test func aFolderInsteadOfAFixtureIsNamed() async throws {
    try await inFolder { folder in
      let failures = CollectedFailures()
      let transport = failures.collect { MockTransport() }
      transport.stub(.everything, with: .file(folder))
      let response = await NetworkSession(transport: transport).get("https://h/a").response(.data)
      let text = "\(try #require(response.error))"
      #expect(text.contains("(errno \(POSIXErrorCode.EISDIR.rawValue))"), "\(text)")
    }
  }
}
