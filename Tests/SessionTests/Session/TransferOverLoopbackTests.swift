import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Large bodies over real sockets.
@Suite(.netTesting) struct TransferOverLoopbackTests {
  private let server = MockServer(afterEach: .test)

  private func network(_ transport: (any Transport)? = nil) throws -> NetworkSession {
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    guard let transport else { return NetworkSession(configuration: configuration) }
    return NetworkSession(configuration: configuration, transport: transport)
  }

  /// A consumer that accepts only the first chunk until it is opened, and then all.
  private final class LateConsumer: BodyConsumer {
    private let held = Locked<(@Sendable () -> Void)?>(nil)
    private let isOpen = Locked(false)
    let check = PatternCheck()

    func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
      check.take(chunk)
      let goesOn = held.update { held in
        if !isOpen.value { held = next }
        return isOpen.value
      }
      if goesOn { next() }
    }

    func open() {
      let next = held.update { held in
        isOpen.update { $0 = true }
        defer { held = nil }
        return held
      }
      next?()
    }
  }

  @Test func theOverflowOfASlowConsumerIsSpilledToAFile() async throws {
    let count = 3_000_000
    server.stub(.get("/log"), with: .data(Pattern.bytes(from: 0, count: count)))
    let (consumer, arrived, got) = (LateConsumer(), Captured<Void>(), Captured<DataResponse<Void>>())
    try network().get("log").configure { description in
      description.destination = .consumer(consumer, buffer: .spillingToFile(memoryLimit: 100_000))
    }
    .progress(delivery: .inline) { progress in if progress.fraction == 1 { arrived.set(()) } }
    .response(delivery: .inline, responseSerializer: .void) { got.set($0) }
    await arrived.next(within: .patience)
    expectTrue(got.values.isEmpty)
    consumer.open()
    await got.next(within: .patience)
    expectNil(got.value?.error)
    expectEqual(consumer.check.count, count)
    expectNil(consumer.check.mismatch)
  }

  @Test func aSlowConsumerOverflowsOverFoundation() async throws {
    server.stub(.get("/log"), with: .data(Pattern.bytes(from: 0, count: 3_000_000)))
    let (consumer, got) = (LateConsumer(), Captured<DataResponse<Void>>())
    try network(URLSessionTransport(bufferLimit: 50_000)).get("log").configure { description in
      description.destination = .consumer(consumer, buffer: .backPressure(limit: 50_000))
    }
    .response(delivery: .inline, responseSerializer: .void) { got.set($0) }
    await got.next(within: .patience)
    expectEqual(got.value?.error?.reason, .transfer(.bufferOverflow(limit: 50_000)))
    #expect((got.value?.error?.data?.count ?? 0) > 0)
  }

  @Test func progressOfAnUploadEndsAtItsTotal() async throws {
    server.stub(.post("/films"), with: .status(201))
    let steps = Captured<TransferProgress>()
    try await network()
      .post("films", httpBody: Pattern.bytes(from: 0, count: 500_000), contentType: "video/mp4")
      .uploadProgress(delivery: .inline) { steps.set($0) }
      .void()
    expectEqual(steps.value, TransferProgress(completed: 500_000, total: 500_000))
    #expect(zip(steps.values, steps.values.dropFirst()).allSatisfy { $0.completed < $1.completed })
  }

  @Test func progressOfAFormEndsAtItsTotal() async throws {
    let folder = try TemporaryFolder()
    try Pattern.write(300_000, to: folder.file("film.mp4"))
    server.stub(.post("/films"), with: .status(201))
    var form = MultipartFormData()
    form.append(file: folder.file("film.mp4"), name: "film")
    let steps = Captured<TransferProgress>()
    try await network().post("films", multipart: form).uploadProgress(delivery: .inline) { steps.set($0) }
      .void()
    expectEqual(steps.value?.fraction, 1)
    expectEqual(steps.value?.completed, server.requests.first.map { Int64($0.body.count) })
  }

  @Test func progressOfAStreamOfUnknownLengthHasNoTotal() async throws {
    server.stub(.post("/films"), with: .status(201))
    let steps = Captured<TransferProgress>()
    try await network().post("films", stream: BodyStream { PatternReader(count: 200_000) })
      .uploadProgress(delivery: .inline) { steps.set($0) }
      .void()
    expectEqual(steps.value, TransferProgress(completed: 200_000, total: nil))
  }

  @Test(arguments: [false, true])
  func theLogShowsTheBytesOfUploadedAndDownloadedFiles(isFoundation: Bool) async throws {
    let (folder, lines) = (try TemporaryFolder(), Captured<String>())
    try Pattern.write(300_000, to: folder.file("film.mp4"))
    server.stub(.post("/films"), with: .data(Pattern.bytes(from: 0, count: 200_000)))
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configuration.monitors = [LoggingMonitor { lines.set($1) }]
    let transport: any Transport = isFoundation ? URLSessionTransport() : PlatformTransport.standard()
    let network = NetworkSession(configuration: configuration, transport: transport)
    _ = try await network.post("films", file: folder.file("film.mp4")).download(
      to: .file(folder.file("answer")))
    expectEqual(lines.value?.contains(", 200000 bytes for 300000 sent in "), true, "\(lines.values)")
  }

  @Test func aSlowLoopOverChunksReceivesEveryByte() async throws {
    let count = 400_000
    server.stub(
      .get("/log"), with: .data(Pattern.bytes(from: 0, count: count)).throttle(bytesPerSecond: 4_000_000))
    let check = PatternCheck()
    for try await chunk in try network().get("log").chunks() {
      await Task.yield()
      check.take(chunk)
    }
    expectEqual(check.count, count)
    expectNil(check.mismatch)
  }

  @Test func leavingALoopOverChunksClosesTheConnection() async throws {
    server.stub(.get("/log"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
    for try await _ in try network().get("log").chunks() { break }
    try await server.waitForClientCloses(1)
  }

  @Test func anEncodedDownloadIsDecoded() async throws {
    let folder = try TemporaryFolder()
    // The gzip form of "hello".
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
    server.stub(.get("/film"), with: .data(packed, headers: ["Content-Encoding": "gzip", "ETag": "\"1\""]))
    let url = try await network().get("film").download(to: .file(folder.file("film")))
    expectEqual(try String(contentsOf: url, encoding: .utf8), "hello")
  }
}
