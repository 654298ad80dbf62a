import Foundation
import Net
import NetTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// snippet: transport
struct CannedTransport: Transport {
  var bodies: [URL: Data]

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    CannedTask(url: request.url, body: bodies[request.url], receiver: receiver)
  }
}

final class CannedTask: TransportTask {
  private let url: URL
  private let body: Data?
  private let receiver: Mutex<(any TransportReceiver)?>

  init(url: URL, body: Data?, receiver: any TransportReceiver) {
    self.url = url
    self.body = body
    self.receiver = Mutex(receiver)
  }

  func resume() {
    guard let receiver = takeReceiver() else { return }
    receiver.receive(.head(ResponseHead(status: body == nil ? 404 : 200, url: url)))
    if let body { receiver.receive(.body(body)) }
    receiver.receive(.finished(TransportTimings()))
  }

  func cancel() { takeReceiver()?.receive(.failed(CancellationError(), phase: .head)) }
  func pause() {}
  func proceed() {}

  private func takeReceiver() -> (any TransportReceiver)? {
    receiver.withLock { receiver in
      defer { receiver = nil }
      return receiver
    }
  }
}
// snippet.end

// snippet: wrap
struct TracingTransport: TransportWrapper {
  let base: any Transport

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    var request = request
    request.headers.update(name: "X-Trace", value: UUID().uuidString)
    return base.task(for: request, receiver: receiver)
  }
}
// snippet.end

/// The samples of the article "Writing a transport".
@Suite struct WritingATransportTests {
  @Test func aTransportInThirtyLines() async throws {
    let url = try #require(URL(string: "https://example.com/greeting"))
    let network = NetworkSession(transport: CannedTransport(bodies: [url: Data("hello".utf8)]))
    #expect(try await network.get(url).string() == "hello")
    let missing = await network.get("https://example.com/else").response(.string)
    #expect(missing.error?.reason == .validation(.statusCode(404)))
  }

  @Test func aCancelledTaskEndsOnce() throws {
    let url = try #require(URL(string: "https://example.com/greeting"))
    let events = Captured<String>()
    let task = CannedTransport(bodies: [:]).task(
      for: TransportRequest(url: url), receiver: EventNames(events: events))
    task.cancel()
    task.cancel()
    task.resume()
    #expect(events.values == ["failed"])
  }

  @Test(.netTesting) func aWrapperChangesRequestsAndOpensWebSockets() async throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/greeting") && .header("X-Trace"), with: .text("hello"))
    transport.stub(.webSocket("/chat"), with: .script { $0.send(.text("hi")) })
    let network = NetworkSession(transport: TracingTransport(base: transport))
    #expect(try await network.get("https://example.com/greeting").string() == "hello")
    let connection = try await network.webSocket("wss://example.com/chat").connect()
    let messages = connection.messages.makeAsyncIterator()
    #expect(try await messages.next() == .text("hi"))
    connection.cancel()
  }

  @Test(.netTesting) func fetchingWithADataTask() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/greeting"), with: .text("hello"))
    try server.start()
    let url = server.baseURL.appending(path: "greeting")
    let lines = Captured<String>()
    @Sendable func print(_ items: Int...) { lines.set(items.map(String.init).joined(separator: " ")) }
    // snippet: fetch
    let task = URLSessionTransport().dataTask(with: url) { data, response, error in
      print(response?.statusCode ?? 0, data?.count ?? 0)
    }
    task.resume()
    // snippet.end
    let line = await lines.next()
    #expect(line == "200 5")
  }
}

private struct EventNames: TransportReceiver {
  let events: Captured<String>

  func receive(_ event: TransportEvent) {
    switch event {
    case .failed: events.set("failed")
    case .finished: events.set("finished")
    default: events.set("other")
    }
  }
}
