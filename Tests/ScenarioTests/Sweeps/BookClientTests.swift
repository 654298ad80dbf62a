import Foundation
import Net
import NetTesting
import Testing

/// Downloads a book and asks for its checksum, and leaves the file if that fails; its corrected twin removes it.
private struct BookClient: Sendable {
  let network: any Networking
  let removesFile: Bool

  func load(to file: URL) async throws -> Int {
    _ = try await network.get("/book").download(to: .file(file))
    do {
      let count = try await network.get("/book/count").object(as: Int.self)
      guard try Data(contentsOf: file).count == count else {
        throw NetworkError(.serialization("the book is incomplete"))
      }
      return count
    } catch {
      if removesFile { try FileManager.default.removeItem(at: file) }
      throw error
    }
  }
}

@Suite struct BookClientTests {
  private func sweep(removesFile: Bool) async throws -> SweepReport {
    try await everyFault { network in
      network.stub(.get("/book"), with: .text("Once upon a time"))
      network.stub(.get("/book/count"), with: .json(16))
      let file = FileManager.default.temporaryDirectory.appending(path: "book-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      do { return try await BookClient(network: network, removesFile: removesFile).load(to: file) } catch {
        expect(FileManager.default.fileExists(atPath: file.path)).to(beFalse())
        throw error
      }
    }.report(.endsInTime, .noLeak, .sameResultOr(NetworkError.self))
  }

  @Test func aFileThatIsLeftIsFoundByTheFaults() async throws {
    let report = try await sweep(removesFile: false)
    #expect(report.failures.contains { $0.repeating == "2:no-connection" })
    #expect(report.grid?.signs.contains(.misuse) == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(removesFile: true).failures == [])
  }
}
