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
    #expect(results.values == [nil])
  }

  @Test func aHandlerOfADownloadMayMoveTheFileBeforeTheNextOne() {
    network.stub(.get("/film"), with: .text("hello"))
    let results = Captured<NetworkError.Reason?>()
    network.get("/film")
      .download { response in
        if let file = response.value { try? FileManager.default.removeItem(at: file) }
      }
      .responseVoid { results.set($0.error?.reason) }
    #expect(results.values == [nil])
  }

  @Test func theTextOfADownloadWhoseFileWasMovedIsAFailure() async throws {
    network.stub(.get("/film"), with: .text("hello"))
    let request = network.get("/film")
    try FileManager.default.removeItem(at: try await request.download())
    await #expect(throws: NetworkError.self) { try await request.string() }
  }
}
