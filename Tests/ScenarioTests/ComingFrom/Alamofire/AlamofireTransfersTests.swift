import Foundation
import NetStream
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The table of transfers on "Coming from Alamofire or Moya", and what to write instead of others.
@Suite(.netTesting) struct AlamofireTransfersTests {
  private typealias User = AlamofireUser

  private let url = "https://h/a"
  private let ada = User(name: "Ada")
  private let network = NetworkingMock(afterEach: .test)

  private func temporary() -> URL {
    FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  }

  @Test func progress() async {
    network.stub(.post(url), with: .json(encodable: ada))
    let (sent, received) = (Captured<Int64>(), Captured<Int64>())
    // Row: .uploadProgress, .downloadProgress
    let request = network.post(url, httpBody: Data("abc".utf8))
      .uploadProgress(queue: .global()) { sent.set($0.completed) }
      .progress(queue: .global()) { received.set($0.completed) }
    #expect(await request.response(.data).response?.status == 200)
    // Row: uploadProgress as a publisher
    let data = Data("a".utf8)
    let events = network.stream.post(url, httpBody: data).transfer(of: User.self)
    #expect(events.record(afterEach: .test).values.last?.value == ada)
  }

  @Test func downloads() async throws {
    network.stub(.get(url), with: .text("new").header("Content-Disposition", "attachment; filename=a.txt"))
    let (file, folder, part) = (temporary(), temporary(), temporary())
    defer { for url in [file, folder, part] { try? FileManager.default.removeItem(at: url) } }
    // Row: AF.download(url, to: destination).responseURL
    let destination: DownloadDestination = .file(file)
    let saved = try await network.get(url).download(to: .file(file))
    #expect(destination.options == [])
    #expect(try String(contentsOf: saved, encoding: .utf8) == "new")
    // Row: suggestedDownloadDestination(for:in:options:)
    let suggested = try await network.get(url).download(to: .suggested(in: folder, options: .createFolders))
    #expect(suggested.lastPathComponent == "a.txt")
    // Row: DownloadRequest.Options.removePreviousFile, .createIntermediateDirectories
    let options: DownloadDestination.Options = [.replaceExisting, .createFolders]
    _ = try await network.get(url).download(to: .file(file, options: options))
    // Row: serializingDownloadedFileURL().value
    let again = try await network.get(url).download(to: .file(file, options: .replaceExisting))
    #expect(again == file)
    // Row: resumeData, cancel(producingResumeData:), AF.download(resumingWith:)
    let resumable = DownloadDestination.file(file, options: .replaceExisting).resumable(at: part)
    #expect(try await network.get(url).download(to: resumable) == file)
    // Row: downloadTask.resumeData in memory, suspend() and resume() of a request
    try FileManager.default.removeItem(at: file)
    #expect(try await network.get(url).download(to: .file(file).resumable(at: part)) == file)
    // Row: Task.downloadDestination
    try FileManager.default.removeItem(at: file)
    #expect(try await network.get(url).download(to: .file(file)) == file)
  }

  @Test func streaming() async throws {
    network.stub(.get(url), with: .text("{\"name\":\"Ada\"}\n"))
    let texts = Captured<String>()
    // Row: AF.streamRequest(url).responseStream
    network.get(url).responseStream(queue: .global()) { event in
      if case .complete = event { texts.set("complete") }
    }
    #expect(await texts.next() == "complete")
    var count = 0
    for try await chunk in network.get(url).chunks() { count += chunk.count }
    #expect(count == 15)
    // Row: responseStreamString, responseStreamDecodable(of:)
    for try await line in network.get(url).lines() { texts.set(line) }
    for try await user in network.get(url).jsonLines(of: User.self) { texts.set(user.name) }
    #expect(texts.values.suffix(2) == [#"{"name":"Ada"}"#, "Ada"])
    // Row: responseStream(using: serializer), DataStreamSerializer
    let parsers: [any StreamParser] = [TextLineParser(), JSONLineParser<User>()]
    #expect(parsers.count == 2)
    for try await line in network.get(url).lines() { #expect(line.count == 14) }
    for try await user in network.get(url).jsonLines(of: User.self) { #expect(user == ada) }
    // Row: automaticallyCancelOnStreamError: true
    network.stub(.get("https://h/broken"), with: .text("no JSON\n"))
    await #expect(throws: (any Error).self) {
      let url = "https://h/broken"
      for try await user in network.get(url).jsonLines(of: User.self) { texts.set(user.name) }
    }
    // Row: streamTask().streamingData()
    // Row: asInputStream()
    for try await chunk in network.get(url).chunks() { count -= chunk.count }
    #expect(count == 0)
    // Row: streamTask().streamingStrings()
    for try await line in network.get(url).lines() { count += line.count }
    #expect(count == 14)
  }

  @Test func options() async throws {
    network.stub(.get(url), with: .json(encodable: ada))
    network.stub(.delete(url), with: .status(204))
    // Row: requestModifier: { $0.timeoutInterval = 5 }
    let (time, slow) = (TestScheduler(), Captured<Bool>())
    let transport = MockTransport(timer: time)
    transport.stub(.get(url), with: .stream(["a", "b", "c"], every: .seconds(4)))
    do {
      let network = NetworkSession(transport: transport, timer: time)
      _ = network.get(url).timeout(idle: .seconds(5)).response(queue: .global()) { slow.set($0.error == nil) }
    }
    time.advance(by: .seconds(12))
    #expect(await slow.next() == true)
    #expect(try await network.get(url).timeout(total: .seconds(5)).object(as: User.self) == ada)
    // Row: emptyResponseCodes: [204], emptyRequestMethods
    try await network.delete(url).void()
    let missing: User? = try await network.delete(url).object(as: User?.self)
    #expect(missing == nil)
    // Row: serializingData().response
    let bytes = await network.get(url).response(.data)
    #expect(bytes.response?.status == 200)
    // Row: DeflateRequestCompressor
    network.stub(.post(url) && .header("Content-Encoding", equals: "deflate"), with: .status(204))
    let compressed = network.post(url, httpBody: Data([1]), headers: [.contentEncoding("deflate")])
    try await compressed.void()
    // Row: urlRequest.headers, urlRequest.method
    let transportRequest = try #require(bytes.request)
    #expect(transportRequest.headers["X-Unknown"] == nil)
    #expect(transportRequest.method == .get)
    #expect(transportRequest.urlRequest.httpMethod == "GET")
  }

  @Test func webSockets() async throws {
    network.stub(.webSocket("wss://example.com/chat"), with: .script { peer in peer.send(.text("hello")) })
    // Row: webSocketRequest(…)
    let connection = try await network.webSocket("wss://example.com/chat").connect()
    for try await message in connection.messages {
      #expect(message == .text("hello"))
      break
    }
  }
}
