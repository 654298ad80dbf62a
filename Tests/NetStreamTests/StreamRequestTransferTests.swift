import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@Suite(.netTesting) struct StreamRequestTransferTests {
  private let place = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString)")

  private func events<Value>(_ recording: Recording<TransferEvent<Value>>) -> [String] {
    recording.events.map { event -> String in
      switch event {
      case .next(.uploading(let progress)): "up \(progress.completed)/\(progress.total ?? -1)"
      case .next(.downloading(let progress)): "down \(progress.completed)/\(progress.total ?? -1)"
      case .next(.finished(let value)): "\(value)"
      case .error(let error): "\((error as? NetworkError)?.reason ?? .cancelled)"
      case .completed: "completed"
      }
    }
  }

  @Test func aTransferReportsBothDirectionsAndThenTheValue() {
    let transport = MockTransport(chunkSize: 4, afterEach: .test)
    transport.stub(.post("/films"), with: .json("[1,2,3]"))
    let observed = NetworkSession(transport: transport).stream
      .post("https://example.com/films", httpBody: Data("hello".utf8), contentType: "text/plain")
      .transfer(of: [Int].self).record(afterEach: .test)
    expectEqual(events(observed), ["up 5/5", "down 4/7", "down 7/7", "[1, 2, 3]", "completed"])
  }

  @Test func anUploadReportsItsProgress() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.put("/films/1"), with: .status(204))
    let observed = network.stream
      .upload(.data(Data("hello".utf8), contentType: "text/plain"), to: "/films/1", method: .put)
      .transfer(serializer: .void).record(afterEach: .test)
    expectEqual(events(observed).first, "up 5/5")
    expectEqual(events(observed).last, "completed")
  }

  @Test func aFailedTransferEndsWithItsError() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/films"), with: .status(404))
    let observed = network.stream.get("/films").transfer(of: [Int].self).record(afterEach: .test)
    expectEqual(events(observed), ["validation(Net.ValidationFailure.statusCode(404))"])
  }

  @Test func disposingOfATransferCancelsItAndSendsNoEvent() {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    network.stub(.get("/films"), with: .json([1]))
    let observed = network.stream.get("/films").transfer(of: [Int].self).record(afterEach: .test)
    let pending = network.pending.first
    observed.dispose()
    pending?.complete()
    expectEqual(network.cancelCount, 1)
    expectTrue(observed.events.isEmpty)
  }

  @Test func uploadProgressIsReportedForEachSubscription() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.post("/films"), with: .status(201))
    let progress = Captured<Int64>()
    let upload = network.stream.post("/films", httpBody: Data("hello".utf8), contentType: "text/plain")
      .uploadProgress { progress.set($0.completed) }.void()
    for _ in 0..<2 { upload.subscribe().disposed(afterEach: .test) }
    expectEqual(progress.values, [5, 5])
  }

  @Test func aDownloadReturnsItsFileURL() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/film"), with: .text("hello"))
    let observed = network.stream.get("/film").download(to: .file(place)).record(afterEach: .test)
    expect(observed.event).to(beSuccess(place))
    expectEqual(try String(contentsOf: place, encoding: .utf8), "hello")
    try FileManager.default.removeItem(at: place)
  }

  @Test func aDownloadCanUseTheSuggestedName() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(
      .get("/film"),
      with: .text("hello").header("Content-Disposition", "attachment; filename=\"../a film.mp4\""))
    defer { try? FileManager.default.removeItem(at: place) }
    let observed = network.stream.get("/film").download(to: .suggested(in: place, options: .createFolders))
      .record(afterEach: .test)
    expect(observed.event).to(beSuccess(place.appending(component: "a film.mp4")))
    expectEqual(try FileManager.default.contentsOfDirectory(atPath: place.path), ["a film.mp4"])
  }

  @Test func aDownloadReportsItsProgress() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/film"), with: .text("hello"))
    let observed = network.stream.get("/film").transfer(to: .file(place)).record(afterEach: .test)
    expectEqual(events(observed), ["down 5/5", "\(place)", "completed"])
    try FileManager.default.removeItem(at: place)
  }

  @Test func responseDownloadHasTheResponseHead() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/film"), with: .text("hello"))
    let observed = network.stream.get("/film").responseDownload(to: .file(place)).record(afterEach: .test)
    expectEqual(observed.value?.response?.status, 200)
    try FileManager.default.removeItem(at: place)
  }

  @Test func disposingOfADownloadCancelsItAndLeavesNoFile() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/film"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
    network.stream.get("/film").download(to: .file(place)).subscribe().dispose()
    expectEqual(network.cancelCount, 1)
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  // MARK: - Chunks

  private func text(_ recording: Recording<Data>) -> [String] {
    recording.events.map { event -> String in
      switch event {
      case .next(let chunk): String(decoding: chunk, as: UTF8.self)
      case .error(let error): "\((error as? NetworkError)?.reason ?? .cancelled)"
      case .completed: "completed"
      }
    }
  }

  @Test func chunksAreDeliveredAsTheyArrive() {
    let timer = TestScheduler()
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/log"), with: .stream(["one", "two"], every: .seconds(1)))
    let chunks = network.stream.get("/log").chunks()
    expectEqual(network.requestCallCount, 0)
    let observed = chunks.record(afterEach: .test)
    expectEqual(text(observed), ["one"])
    timer.advance(by: .seconds(1))
    expectEqual(text(observed), ["one", "two", "completed"])
  }

  @Test func eachSubscriptionToChunksSendsARequest() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/log"), with: .text("hello"))
    let chunks = network.stream.get("/log").chunks()
    for _ in 0..<2 { expectEqual(text(chunks.record(afterEach: .test)), ["hello", "completed"]) }
    expectEqual(network.requestCallCount, 2)
  }

  @Test func aFailureFollowsTheReceivedChunks() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/log"), with: .text("hello").fault(.reset(after: .bodyBytes(2))))
    let observed = network.stream.get("/log").chunks().record(afterEach: .test)
    expectEqual(text(observed), ["he", "transport(Net.TransportPhase.body)"])
  }

  @Test func takingEnoughClosesTheConnection() {
    let transport = MockTransport(chunkSize: 2, afterEach: .test)
    transport.stub(.get("/log"), with: .text("hello").fault(.stall(after: .bodyBytes(4))))
    let observed = NetworkSession(transport: transport).stream.get("https://example.com/log").chunks()
      .take(1).record(afterEach: .test)
    expectEqual(text(observed), ["he", "completed"])
    expectEqual(transport.cancelCount, 1)
  }

  @Test func leavingALoopOverChunksClosesTheConnection() async throws {
    let transport = MockTransport(chunkSize: 2, afterEach: .test)
    transport.stub(.get("/log"), with: .text("hello").fault(.stall(after: .bodyBytes(4))))
    let chunks = NetworkSession(transport: transport).stream.get("https://example.com/log").chunks()
    for try await chunk in chunks.values {
      expectEqual(chunk, Data("he".utf8))
      break
    }
    expectEqual(transport.cancelCount, 1)
  }

  @Test func cancellingTheTaskOfALoopOverChunksClosesTheConnection() async throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/log"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
    let chunks = NetworkSession(transport: transport).stream.get("https://example.com/log").chunks()
    let (arrived, ended) = (Captured<Data>(), Captured<Bool>())
    let task = Task {
      do {
        for try await chunk in chunks.values { arrived.set(chunk) }
        ended.set(false)
      } catch {
        ended.set(error is CancellationError)
      }
    }
    expectEqual(await arrived.next(), Data("he".utf8))
    task.cancel()
    expectEqual(await ended.next(), true)
    expectEqual(transport.cancelCount, 1)
  }

  @Test func chunksCanBeIterated() async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/log"), with: .stream(["one", "two"]))
    var chunks: [String] = []
    for try await chunk in network.stream.get("/log").chunks().values {
      chunks.append(String(decoding: chunk, as: UTF8.self))
    }
    expectEqual(chunks, ["one", "two"])
  }
}
