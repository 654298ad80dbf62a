import FileTransfers
import Foundation
import Net
import NetTesting
import Testing

@Suite(.netTesting) final class DownloadCommandTests: Sendable {
  private let folder: TemporaryFolder
  private let server = MockServer(timer: TestScheduler(), afterEach: .test)
  private let output = Captured<String>()
  private let progress = Captured<String>()
  private let log = Captured<String>()
  private let film = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  init() throws {
    folder = try TemporaryFolder()
    try server.start()
  }

  deinit { folder.remove() }

  private func run(
    _ change: (inout DownloadOptions) -> Void = { _ in }, now: @escaping @Sendable () -> Duration = { .zero }
  ) async throws {
    var options = DownloadOptions()
    options.url = server.baseURL.appending(path: "film")
    options.file = folder.file("film")
    options.retries = 0
    change(&options)
    try await DownloadCommand(
      options: options, display: ProgressDisplay(.lines, now: now, write: progress.set),
      output: output.set, log: log.set
    ).run()
  }

  private var answer: StubResponse { .data(film).header("ETag", "\"1\"").acceptingRanges() }

  @Test func theFileIsDownloadedAndThePartialFileRemoved() async throws {
    server.stub(.get("/film"), with: answer)
    try await run()
    #expect(try Data(contentsOf: folder.file("film")) == film)
    #expect(folder.names == ["film"])
    #expect(output.value?.hasPrefix("film: 100.0 kB in ") == true)
    #expect(log.values.isEmpty)
  }

  @Test func showsTheProgress() async throws {
    server.stub(.get("/film"), with: answer)
    try await run()
    #expect(progress.value == "100%, 100.0 kB, in 0:00\n")
  }

  @Test func aLostConnectionLeavesAPartialFileForTheNextRun() async throws {
    server.stub(
      .get("/film"), withSequence: [answer.fault(.close(after: .bodyBytes(40_000))), answer],
      then: .repeatingLast)
    await #expect(throws: NetworkError.self) { try await run() }
    #expect(folder.names == ["film.part", "film.part.resume"])
    #expect(log.values == ["kept 40.0 kB in film.part, from which the next run resumes"])

    try await run()
    #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=40000-"])
    #expect(server.requests.last?.headers["If-Range"] == "\"1\"")
    #expect(try Data(contentsOf: folder.file("film")) == film)
    #expect(folder.names == ["film"])
  }

  @Test func theRateOfAResumedDownloadExcludesTheKeptBytes() async throws {
    let busy = StubResponse.text("busy").status(503).header("Retry-After", "0")
    server.stub(
      .get("/film"), withSequence: [answer.fault(.close(after: .bodyBytes(40_000))), busy, answer],
      then: .repeatingLast)
    await #expect(throws: NetworkError.self) { try await run() }
    let looks = Captured<Void>()
    try await run(
      { $0.retries = 1 },
      now: {
        looks.set(())
        return looks.count == 1 ? .zero : .seconds(1)
      })
    #expect(server.requests.last?.headers["Range"] == "bytes=40000-")
    #expect(progress.value == "100%, 100.0 kB, 60.0 kB/s, in 0:01\n")
  }

  @Test func aChangedFileIsDownloadedFromTheStart() async throws {
    let other = Data(repeating: 9, count: 50_000)
    let changed = StubResponse.data(other).header("ETag", "\"2\"").acceptingRanges()
    server.stub(
      .get("/film"), withSequence: [answer.fault(.close(after: .bodyBytes(40_000))), changed],
      then: .repeatingLast)
    await #expect(throws: NetworkError.self) { try await run() }
    try await run()
    #expect(try Data(contentsOf: folder.file("film")) == other)
    #expect(folder.names == ["film"])
  }

  @Test func withoutAValidatorNoPartialFileIsKept() async throws {
    server.stub(.get("/film"), with: .data(film).fault(.close(after: .bodyBytes(40_000))))
    await #expect(throws: NetworkError.self) { try await run() }
    #expect(folder.names == [])
    #expect(log.values.isEmpty)
  }

  @Test func anExistingFileIsReplacedOnlyWithForce() async throws {
    server.stub(.get("/film"), with: answer)
    try Data("old".utf8).write(to: folder.file("film"))
    let error = await #expect(throws: NetworkError.self) { try await run() }
    #expect(error?.reason == .transfer(.fileExists(folder.file("film"))))
    #expect(try Data(contentsOf: folder.file("film")) == Data("old".utf8))
    try await run { $0.force = true }
    #expect(try Data(contentsOf: folder.file("film")) == film)
  }

  @Test func anErrorStatusThrowsAndLeavesNoFile() async throws {
    server.stub(.get("/film"), with: .status(404))
    let error = await #expect(throws: NetworkError.self) { try await run() }
    #expect(error?.reason == .validation(.statusCode(404)))
    #expect(folder.names == [])
  }

  @Test func cancellingClosesTheConnectionAndKeepsThePartialFile() async throws {
    server.stub(.get("/film"), with: answer.fault(.stall(after: .bodyBytes(40_000))))
    let task = Task { try await run() }
    await expect(self.folder.size(of: "film.part")).toEventually(equal(40_000), within: .seconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.waitForClientCloses(1)
    #expect(folder.names == ["film.part", "film.part.resume"])
    #expect(try film.starts(with: Data(contentsOf: folder.file("film.part"))))
  }

  @Test func theDemoResumesAfterALostConnection() async throws {
    let demo = try DemoFiles(bytesPerSecond: nil)
    defer { demo.stop() }
    try await run {
      $0.url = demo.film
      $0.retries = 1
    }
    #expect(try Data(contentsOf: folder.file("film")) == DemoFiles.film)
    #expect(demo.server.requests.map { $0.headers["Range"] } == [nil, "bytes=2000000-"])
  }

  @Test func helpPrintsTheUsage() async throws {
    try await run { $0.help = true }
    #expect(output.values == [DownloadOptions.usage])
    #expect(server.requestCount == 0)
  }
}
