import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What can be read of a response to a request of a mock, as of a session.
@Suite struct MockBodyTests {
  private let network = NetworkingMock()

  @Test func theEndOfADownloadWhoseFileWasMovedIsASuccess() async throws {
    network.stub(.get("/film"), with: .text("hello"))
    let request = network.get("/film")
    try FileManager.default.removeItem(at: try await request.download())
    try await request.void()
    let results = Captured<NetworkError.Reason?>()
    request.responseVoid { results.set($0.error?.reason) }
    expectEqual(results.values, [nil])
  }

  @Test func aHandlerOfADownloadMayMoveTheFileBeforeTheNextOne() {
    network.stub(.get("/film"), with: .text("hello"))
    let results = Captured<NetworkError.Reason?>()
    network.get("/film")
      .download { response in
        if let file = response.value { try? FileManager.default.removeItem(at: file) }
      }
      .responseVoid { results.set($0.error?.reason) }
    expectEqual(results.values, [nil])
  }

  @Test func theTextOfADownloadWhoseFileWasMovedIsAFailure() async throws {
    network.stub(.get("/film"), with: .text("hello"))
    let request = network.get("/film")
    try FileManager.default.removeItem(at: try await request.download())
    await #expect(throws: NetworkError.self) { try await request.string() }
  }

  @Test func aValueThatIsReadInChunksIsReportedAsSuch() async {
    for read in [Self.readChunks, Self.readLines] {
      let failures = CollectedFailures()
      let network = failures.collect { NetworkingMock() }
      network.stub(.get("/user"), with: .value(User(name: "Trent")))
      await #expect(throws: NetworkError.self) { try await read(network.get("/user")) }
      expectEqual(failures.messages.count, 1)
      expectEqual(
        failures.messages.first?.contains("User, but the code under test receives the body in chunks"), true)
    }
  }

  private static let readChunks: @Sendable (any NetworkRequesting) async throws -> Void = {
    for try await _ in $0.chunks() {}
  }
  private static let readLines: @Sendable (any NetworkRequesting) async throws -> Void = {
    for try await _ in $0.lines() {}
  }
}
