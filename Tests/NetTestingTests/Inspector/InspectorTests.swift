import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The page over sockets: what it shows, and whom it refuses.
@Suite(.netTesting) struct InspectorTests {
  private let recorder = TraceRecorder(bodyLimit: 100)

  /// Starts an inspector whose recorder has seen one request.
  private func started(showsBodies: Bool = false) throws -> (inspector: Inspector, url: URL) {
    let transport = MockTransport()
    transport.stub(.everything, with: .text("pineapple"))
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    let session = NetworkSession(configuration: configuration, transport: transport)
    session.get("https://h.io/watched").response(delivery: .inline, responseSerializer: .data) { _ in }
    let inspector = Inspector(recorder, showsBodies: showsBodies)
    let url = try inspector.start()
    TestScope.current?.atEnd { inspector.stop() }
    return (inspector, url)
  }

  private func fetch(
    _ url: URL, method: HTTPMethod = .get, headers: HTTPHeaders = [:]
  ) async -> DataResponse<Data> {
    var configuration = SessionConfiguration()
    configuration.validation = ValidationRules(statusCode: .any)
    let network = NetworkSession(configuration: configuration)
    return await network.request(RequestDescription(url, method: method, headers: headers)).response(.data)
  }

  private func text(_ response: DataResponse<Data>) -> String {
    String(decoding: response.value ?? Data(), as: UTF8.self)
  }

  @Test func thePageShowsTheRequestWithoutItsBody() async throws {
    let (_, url) = try started()
    let response = await fetch(url)
    expectEqual(response.response?.status, 200)
    #expect(text(response).contains("https://h.io/watched"))
    #expect(!text(response).contains("pineapple"))
    expectEqual(response.response?.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'"), true)
  }

  @Test func messagesOfWebSocketsAreShownWithoutTheirText() async throws {
    let (_, url) = try started()
    let id = RequestID(number: 1_000)
    recorder.request(id, did: .started(RequestDescription("wss://h.io/chat")))
    recorder.request(id, did: .webSocket(.sent(.text("pineapple: one"))))
    recorder.request(id, did: .webSocket(.received(.text("pineapple: two"))))
    let page = text(await fetch(url))
    #expect(page.contains("sent text, 14 bytes"))
    #expect(page.contains("received text, 14 bytes"))
    #expect(!page.contains("pineapple"))
  }

  @Test func bodiesOfRequestsAreNotShown() async throws {
    let (inspector, url) = try started()
    let transport = MockTransport()
    transport.stub(.everything, with: .status(200))
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    NetworkSession(configuration: configuration, transport: transport)
      .post("https://h.io/sent", httpBody: Data("raspberry".utf8), contentType: "text/plain").response(
        delivery: .inline, responseSerializer: .data
      ) { _ in }
    let page = text(await fetch(url))
    #expect(page.contains("https://h.io/sent"))
    #expect(!page.contains("raspberry"))
    withExtendedLifetime(inspector) {}
  }

  @Test func bodiesAreShownOnRequest() async throws {
    let (_, url) = try started(showsBodies: true)
    #expect(text(await fetch(url)).contains("pineapple"))
  }

  @Test func theEventsContainWhatChanged() async throws {
    let (_, url) = try started()
    let all = text(await fetch(url.appending(path: "events")))
    #expect(all.contains("https://h.io/watched"))
    let id = try #require(all.split(separator: "\n").first { $0.hasPrefix("id:") }).dropFirst(3)
      .trimmingCharacters(in: .whitespaces)
    let later = text(await fetch(url.appending(path: "events"), headers: ["Last-Event-ID": id]))
    #expect(later.contains("\"requests\":[]"))
    #expect(later.contains("retry:"))
  }

  @Test func clearingResetsThePage() async throws {
    let (_, url) = try started()
    let change = recorder.changes().last
    recorder.clear()
    let events = text(await fetch(url.appending(path: "events"), headers: ["Last-Event-ID": "\(change)"]))
    #expect(events.contains("\"reset\":true"))
  }

  @Test func aURLWithoutTheTokenIsNotFound() async throws {
    let (_, url) = try started()
    let root = try #require(URL(string: "/", relativeTo: url)?.absoluteURL)
    for path in ["", "events", "0123456789abcdef0123456789abcdef/", "%2e%2e/", "a/\(url.lastPathComponent)/"]
    {
      let response = await fetch(root.appending(path: path))
      expectEqual(response.response?.status, 404)
      #expect(!text(response).contains("watched"))
    }
  }

  @Test func aForeignHostIsRefused() async throws {
    let (_, url) = try started()
    let port = try #require(url.port)
    for host in [
      "evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:\(port + 1)",
      "127.0.0.1.evil.io:\(port)",
    ] {
      let response = await fetch(url, headers: ["Host": host])
      expectEqual(response.response?.status, 403)
    }
  }

  @Test func anInvalidHostIsRefused() async throws {
    let (_, url) = try started()
    let port = try #require(url.port)
    for host in ["127.0.0.1:\(port).evil.io", "evil.example@127.0.0.1:\(port)"] {
      expectEqual(await fetch(url, headers: ["Host": host]).response?.status, 400)
    }
  }

  @Test func aForeignOriginIsRefused() async throws {
    let (_, url) = try started()
    for headers in [
      ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "same-site"],
    ] as [HTTPHeaders] {
      expectEqual(await fetch(url, headers: headers).response?.status, 403)
    }
    let own = "http://127.0.0.1:\(url.port ?? 0)"
    expectEqual(
      await fetch(url, headers: ["Origin": own, "Sec-Fetch-Site": "same-origin"]).response?.status, 200)
  }

  @Test func theTargetOfARequestNamesItsHost() async throws {
    let (_, url) = try started()
    let port = try #require(url.port)
    let targets = [(url.absoluteString, 200), ("http://evil.example:\(port)\(url.path)/", 403)]
    for (target, status) in targets {
      let client = try SocketClient(port: port)
      try client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      expectEqual(try client.receive().status, status)
    }
  }

  @Test func aLargeBodyIsNotRead() async throws {
    let (_, url) = try started()
    let port = try #require(url.port)
    let client = try SocketClient(port: port)
    try client.send("POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 900000000\r\n\r\n")
    expectEqual(try client.receive().status, 413)
  }

  @Test func otherMethodsAreNotAllowed() async throws {
    let (_, url) = try started()
    expectEqual(await fetch(url, method: .post).response?.status, 405)
    expectEqual(await fetch(url, method: .delete).response?.status, 405)
  }

  @Test func anInvalidChangeNumberMeansEverything() async throws {
    let (_, url) = try started()
    for id in ["-1", "99999999999999999999", "x"] {
      let events = text(await fetch(url.appending(path: "events"), headers: ["Last-Event-ID": id]))
      #expect(events.contains("https://h.io/watched"))
    }
  }

  @Test func aStoppedInspectorShowsNothing() async throws {
    let (inspector, url) = try started()
    inspector.stop()
    expectNil(await fetch(url).response)
  }

  @Test func itStopsWhenItIsReleased() async throws {
    var pair: (inspector: Inspector, url: URL)?
    do {
      let inspector = Inspector(recorder)
      pair = (inspector, try inspector.start())
    }
    let url = try #require(pair?.url)
    pair = nil
    expectNil(await fetch(url).response)
  }
}
