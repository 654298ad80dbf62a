import Dispatch
import Foundation
import Net
import NetTesting
import Testing

/// The samples of the guide on files and streams, compiled and run.
@Suite(.netTesting) struct TransferGuideTests {
  private let server = MockServer(afterEach: .test)
  private let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")

  private let callbacks = DispatchQueue(label: "guide")

  private var place: URL { folder.appending(path: "film") }

  private func network() throws -> NetworkSession {
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configuration.callbackQueue = callbacks
    return NetworkSession(configuration: configuration)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test func downloading() async throws {
    defer { remove() }
    server.stub(.get("/films/1"), with: .text("hello"))
    let (network, shown) = (try network(), Captured<Double>())
    let show: @Sendable (Double) -> Void = { shown.set($0) }
    // snippet: download
    let film = try await network.get("films/1")
      .progress { progress in show(progress.fraction ?? 0) }
      .download(to: .file(place, options: [.createFolders, .replaceExisting]))
    // snippet.end
    #expect(try String(contentsOf: film, encoding: .utf8) == "hello")
    callbacks.sync {}
    #expect(shown.value == 1)
  }

  @Test func downloadingWithTheSuggestedName() async throws {
    defer { remove() }
    let downloads = folder
    server.stub(
      .get("/reports/7"),
      with: .text("hello").header(
        "Content-Disposition", "attachment; filename*=UTF-8''..%2FReport%20%E2%84%96%207.pdf"))
    let network = try network()
    // snippet: suggested
    let report = try await network.get("reports/7")
      .download(to: .suggested(in: downloads, options: .createFolders))
    print(report.lastPathComponent)  // what the service calls it
    // snippet.end
    #expect(report == downloads.appending(component: "Report № 7.pdf"))
    #expect(try String(contentsOf: report, encoding: .utf8) == "hello")
  }

  @Test func downloadingWhatHasChanged() async throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("hello".utf8).write(to: place)
    let tag = "\"1\""
    server.stub(.get("/films/1") && .header("If-None-Match", equals: tag), with: .status(304))
    let network = try network()
    // snippet: unchanged
    let film = try await network.get("films/1", headers: ["If-None-Match": tag])
      .validate(statusCode: [200, 304])
      .download(to: .file(place, options: .replaceExisting))
    // snippet.end
    #expect(try String(contentsOf: film, encoding: .utf8) == "hello")
  }

  @Test func resuming() async throws {
    defer { remove() }
    let caches = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let published = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    let film = StubResponse.text("hello").header("ETag", "\"1\"").acceptingRanges()
    server.stub(
      .get("/films/1"), withSequence: [film.fault(.reset(after: .bodyBytes(2))), film], then: .repeatingLast)
    let network = try network()
    let breaking = DownloadDestination.file(place).resumable(at: caches.appending(path: "film.part"))
    await #expect(throws: NetworkError.self) { try await network.get("films/1").download(to: breaking) }
    do {
      // snippet: resume
      let destination = DownloadDestination.file(place)
        .resumable(at: caches.appending(path: "film.part"))
        .checksum(.sha256(published))
      let film = try await network.get("films/1").download(to: destination)
      // snippet.end
      #expect(try String(contentsOf: film, encoding: .utf8) == "hello")
    }
    #expect(server.requests.last?.headers["Range"] == "bytes=2-")
  }

  @Test func uploading() async throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("hello".utf8).write(to: place)
    let film = place
    server.stub(.put("/films/1"), with: .status(201))
    let (network, shown) = (try network(), Captured<Double>())
    let show: @Sendable (Double) -> Void = { shown.set($0) }
    // snippet: upload
    try await network.put("films/1", file: film)
      .uploadProgress { progress in show(progress.fraction ?? 0) }
      .void()
    // snippet.end
    callbacks.sync {}
    #expect(shown.value == 1)
    #expect(server.requests.first?.body == Data("hello".utf8))
  }

  @Test func readingABodyAsItArrives() async throws {
    server.stub(.get("/log"), with: .stream(["one", "two"]))
    let network = try network()
    // snippet: chunks
    var count = 0
    for try await chunk in network.get("log").chunks() { count += chunk.count }
    // snippet.end
    #expect(count == 6)
  }
}
