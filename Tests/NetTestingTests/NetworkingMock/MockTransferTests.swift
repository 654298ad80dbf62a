import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockTransferTests {
  private let timer = TestScheduler()
  private let place = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString)")

  private func stream(
    _ network: NetworkingMock, buffer: StreamBuffer = .backPressure()
  ) -> (request: any NetworkRequesting, events: Captured<String>) {
    let events = Captured<String>()
    let request = network.get("/log")
      .responseStream(delivery: .inline, buffer: buffer) { event in
        switch event {
        case .head(let head): events.set("head \(head.status)")
        case .chunk(let chunk): events.set(String(decoding: chunk, as: UTF8.self))
        case .complete(let response): events.set(response.error.map { "\($0.reason)" } ?? "complete")
        }
      }
    return (request, events)
  }

  private func download(_ network: NetworkingMock) -> Captured<DataResponse<URL>> {
    let got = Captured<DataResponse<URL>>()
    network.get("/film").download(to: .file(place), delivery: .inline) { got.set($0) }
    return got
  }

  // MARK: - Streams

  @Test func streamChunksArriveAtTheirTimes() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/log"), with: .stream(["one", "two"], every: .seconds(1)).delay(.seconds(3)))
    let (_, events) = stream(network)
    expectEqual(events.values, [])
    timer.advance(by: .seconds(3))
    expectEqual(events.values, ["head 200", "one"])
    timer.advance(by: .seconds(1))
    expectEqual(events.values, ["head 200", "one", "two", "complete"])
    expectEqual(network.requestCallCount, 1)
  }

  @Test func serverSentEventsArriveOneByOne() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(
      .get("/log"), with: .events([ServerSentEvent("1"), ServerSentEvent("2")], every: .seconds(1)))
    let (_, events) = stream(network)
    expectEqual(events.values, ["head 200", "data: 1\n\n"])
    timer.advance(by: .seconds(1))
    expectEqual(events.values.dropFirst(2), ["data: 2\n\n", "complete"])
  }

  @Test func dataValuesAreStreamedAsChunks() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/log"), with: Data("one".utf8), times: 1)
    network.stub(.get("/log"), with: [Data("one".utf8), Data("two".utf8)], times: 1)
    expectEqual(stream(network).events.values, ["head 200", "one", "two", "complete"])
    expectEqual(stream(network).events.values, ["head 200", "one", "complete"])
  }

  @Test func aStreamIsValidatedAsInProduction() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/log"), with: .text("no such log").status(404))
    expectEqual(stream(network).events.values, ["validation(Net.ValidationFailure.statusCode(404))"])
  }

  @Test func aFaultFollowsTheReceivedChunks() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/log"), with: .text("hello").fault(.reset(after: .bodyBytes(2))))
    expectEqual(stream(network).events.values, ["head 200", "he", "transport(Net.TransportPhase.body)"])
  }

  @Test func aFailureIsTheOnlyStreamEvent() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/log"), with: .failure(URLError(.notConnectedToInternet)))
    expectEqual(stream(network).events.values, ["transport(Net.TransportPhase.connect)"])
  }

  @Test func cancellingAStreamEndsItAndIsCounted() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/log"), with: .stream(["one", "two"], every: .seconds(1)))
    let (request, events) = stream(network)
    request.cancel()
    timer.advance(by: .seconds(10))
    expectEqual(events.values, ["head 200", "one", "cancelled"])
    expectEqual(network.cancelCount, 1)
    expectEqual(network.requests.first?.isCancelled, true)
  }

  @Test func aHeldStreamIsCompletedByTheTest() {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    network.stub(.get("/log"), with: .stream(["one"]))
    let (_, events) = stream(network)
    expectEqual(events.values, [])
    network.pending.first?.complete(with: .text("two"))
    expectEqual(events.values, ["head 200", "two", "complete"])
    expectTrue(network.pending.isEmpty)
  }

  @Test func aStreamWithoutAStubFailsTheTest() {
    let messages = failures {
      let network = NetworkingMock()
      expectEqual(stream(network).events.values, ["transport(Net.TransportPhase.connect)"])
    }
    expectEqual(messages.count, 1)
  }

  // MARK: - Downloads

  @Test func aDownloadIsWrittenToItsDestination() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/film"), with: .text("hello"))
    let got = download(network)
    expectEqual(got.value?.value, place)
    expectEqual(try String(contentsOf: place, encoding: .utf8), "hello")
    try FileManager.default.removeItem(at: place)
  }

  @Test func aDownloadCanBeStubbedWithAFileURL() {
    let network = NetworkingMock(afterEach: .test)
    let other = URL(filePath: "/films/1.mp4")
    network.stub(.get("/film"), with: other)
    expectEqual(download(network).value?.value, other)
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test(arguments: [DownloadDestination.Options(), .replaceExisting])
  func aFileURLForA304LeavesTheFileThatIsThere(_ options: DownloadDestination.Options) throws {
    let network = NetworkingMock(afterEach: .test)
    let other = URL(filePath: "/films/1.mp4")
    network.stub(.get("/film"), with: StubResponse.value(other).status(304))
    try Data("mine".utf8).write(to: place)
    let got = Captured<DataResponse<URL>>()
    network.get("/film", headers: ["If-None-Match": "\"1\""]).validate(statusCode: [200, 304])
      .download(to: .file(place, options: options), delivery: .inline) { got.set($0) }
    expectEqual(got.value?.value, other)
    expectEqual(try String(contentsOf: place, encoding: .utf8), "mine")
    try FileManager.default.removeItem(at: place)
  }

  @Test func anInterruptedDownloadLeavesNoFile() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/film"), with: .text("hello").fault(.close(after: .bodyBytes(2))))
    expectEqual(download(network).value?.error?.reason, .transport(.body))
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  // MARK: - Uploads

  @Test func anUploadReportsItsProgress() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.post("/films"), with: .status(201))
    let progress = Captured<TransferProgress>()
    network.post("/films", httpBody: Data("hello".utf8), contentType: "text/plain")
      .uploadProgress(delivery: .inline) { progress.set($0) }
      .responseVoid { _ in }
    expectEqual(progress.values, [TransferProgress(completed: 5, total: 5)])
  }
}
