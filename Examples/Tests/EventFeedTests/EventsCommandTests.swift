import EventFeed
import Foundation
import Net
import NetTesting
import Testing

@Suite(.netTesting) struct EventsCommandTests {
  private let output = Captured<String>()
  private let log = Captured<String>()

  private func run(_ change: (inout EventsOptions) -> Void) async throws {
    var options = EventsOptions()
    change(&options)
    try await EventsCommand(options: options, output: output.set, log: log.set).run()
  }

  @Test func printsTheDemoAcrossALostConnection() async throws {
    let demo = try DemoFeed(pause: .zero, retry: .zero)
    defer { demo.stop() }
    try await run { $0.url = demo.url }
    #expect(
      output.values == [
        "1 message: the sun rises", "2 temperature: 12 degrees", "3 message: clouds / from the west",
        "4 temperature: 19 degrees", "5 message: the sun sets",
      ])
    #expect(log.values == ["connecting to continue after event 3", "connecting to continue after event 5"])
    #expect(demo.server.requests.map { $0.headers["Last-Event-ID"] } == [nil, "3", "5"])
  }

  @Test func continuesAfterAnEventID() async throws {
    let demo = try DemoFeed(pause: .zero, retry: .zero)
    defer { demo.stop() }
    let server = demo.server
    // Ends the stream at once: only the first events set the delay, so a reconnection would wait for the default.
    server.stub(.get("/weather") && .header("Last-Event-ID", equals: "4"), with: .status(204))
    try await run {
      $0.url = demo.url
      $0.lastEventID = "4"
    }
    #expect(output.values.isEmpty)
    #expect(server.requestCount == 1)
  }

  @Test func anotherContentTypeThrowsAReadableError() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.everything, with: .text("hello"))
    try server.start()
    let error = await #expect(throws: NetworkError.self) { try await run { $0.url = server.baseURL } }
    #expect("\(error.map { "\($0)" } ?? "")".contains("text/event-stream"))
  }

  @Test func cancellingClosesTheConnection() async throws {
    let server = MockServer(timer: TestScheduler(), afterEach: .test)
    server.stub(.everything, with: .events([ServerSentEvent("a")]).fault(.stall(after: .body)))
    try server.start()
    let url = server.baseURL
    let task = Task { try await run { $0.url = url } }
    #expect(await output.next(within: .seconds(20)) == "message: a")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await server.waitForClientCloses(1)
  }

  @Test func verboseLogsEveryRequest() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.everything, with: .status(204))
    try server.start()
    try await run {
      $0.url = server.baseURL
      $0.verbose = true
    }
    #expect(log.values.contains { $0.contains("GET") })
  }

  @Test func helpPrintsTheUsage() async throws {
    try await run { $0.help = true }
    #expect(output.values == [EventsOptions.usage])
  }
}
