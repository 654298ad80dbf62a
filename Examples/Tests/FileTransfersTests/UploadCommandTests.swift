import FileTransfers
import Foundation
import Net
import NetTesting
import Testing

@Suite(.netTesting) final class UploadCommandTests: Sendable {
  private let folder: TemporaryFolder
  private let server = MockServer(timer: TestScheduler(), afterEach: .test)
  private let output = Captured<String>()
  private let progress = Captured<String>()
  private let film = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  init() throws {
    folder = try TemporaryFolder()
    try film.write(to: folder.file("film.png"))
    try server.start()
  }

  deinit { folder.remove() }

  private func run(_ change: @Sendable (inout UploadOptions) -> Void = { _ in }) async throws {
    var options = UploadOptions()
    options.url = server.baseURL.appending(path: "films/1")
    options.file = folder.file("film.png")
    change(&options)
    try await UploadCommand(
      options: options, display: ProgressDisplay(.lines, now: { .zero }, write: progress.set),
      output: output.set
    ).run()
  }

  @Test func theFileIsSentUnchangedWithPUT() async throws {
    server.stub(.put("/films/1"), with: .status(201))
    try await run()
    let request = try #require(server.requests.first)
    #expect(request.body == film)
    #expect(request.headers["Content-Length"] == "100000")
    #expect(request.headers["Content-Type"] == "image/png")
  }

  @Test func printsTheStatusOfTheResponse() async throws {
    server.stub(.put("/films/1"), with: .status(201))
    try await run()
    #expect(output.count == 1)
    #expect(output.value?.hasPrefix("film.png: 100.0 kB in ") == true)
    #expect(output.value?.hasSuffix(", answered with 201") == true)
  }

  @Test func showsTheProgress() async throws {
    server.stub(.put("/films/1"), with: .status(201))
    try await run()
    #expect(progress.value == "100%, 100.0 kB, in 0:00\n")
  }

  @Test func methodAndContentTypeCanBeChosen() async throws {
    server.stub(.post("/films/1"), with: .status(204))
    try await run {
      $0.post = true
      $0.contentType = "video/mp4"
    }
    #expect(server.requests.first?.headers["Content-Type"] == "video/mp4")
    #expect(server.requests.first?.body == film)
  }

  @Test func anErrorStatusThrows() async throws {
    server.stub(.put("/films/1"), with: .status(507))
    let error = await #expect(throws: NetworkError.self) { try await run() }
    #expect(error?.reason == .validation(.statusCode(507)))
    #expect(output.values.isEmpty)
  }

  @Test func aMissingFileThrowsWithoutARequest() async throws {
    let missing = folder.file("missing")
    let error = await #expect(throws: NetworkError.self) { try await run { $0.file = missing } }
    #expect("\(error.map { "\($0)" } ?? "")".contains(missing.path))
    #expect(server.requestCount == 0)
  }

  @Test func cancellingClosesTheConnection() async throws {
    server.stub(.everything, with: .fault(.stall))
    let task = Task { try await run() }
    _ = try await server.takeRequest()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.waitForClientCloses(1)
    #expect(output.values.isEmpty)
  }

  @Test func helpPrintsTheUsage() async throws {
    try await run { $0.help = true }
    #expect(output.values == [UploadOptions.usage])
    #expect(server.requestCount == 0)
  }
}
