import ChatRoom
import Net
import NetTesting
import Programs
import Testing

@Suite(.netTesting) struct ChatCommandTests {
  private let output = Captured<String>()
  private let log = Captured<String>()

  @Test func twoMembersTalkAcrossALostConnection() async throws {
    let room = try DemoRoom()
    defer { room.stop() }
    try await ChatCommand(room: room, output: output.set, log: log.set).run()
    #expect(
      output.values == [
        "Ada hears: (Ada comes in)", "Ben hears: (Ada comes in)", "Ben hears: (Ben comes in)",
        "Ada hears: (Ben comes in)", "Ada hears: Ada: hello, Ben", "Ben hears: Ada: hello, Ben",
        "Ada hears: (a bell rings for Ben)", "Ben hears: (a bell rings for Ben)",
        "Ada hears: Ben: I am back", "Ben hears: Ben: I am back", "Ben has left", "Ada has left",
      ])
    #expect(log.values == ["Ben is disconnected, and connects again"])
    #expect(
      room.server.webSockets.map { $0.received.first }
        == [.text("join Ada 0"), .text("join Ben 0"), .text("join Ben 3")])
    #expect(room.server.webSockets.map(\.closure?.code) == [.normal, nil, .normal])
  }

  @Test func traceShowsEachConnectionInTheWaterfall() async throws {
    var options = CommonOptions()
    options.trace = true
    let room = try DemoRoom()
    defer { room.stop() }
    try await ChatCommand(room: room, options: options, output: { _ in }, log: log.set).run()
    let rows = try #require(log.value).split(separator: "\n").filter { $0.contains(" GET 127.0.0.1") }
    #expect(rows.count == 3, "Ada's, Ben's, and Ben's second")
  }

  @Test func inspectPrintsTheURLOfThePage() async throws {
    var options = CommonOptions()
    options.inspect = true
    let room = try DemoRoom()
    defer { room.stop() }
    try await ChatCommand(room: room, options: options, output: { _ in }, log: log.set).run()
    #expect(log.values.first?.hasPrefix("watch the requests at http://127.0.0.1:") == true)
  }

  @Test func optionsAreParsed() throws {
    #expect(try CommonOptions(arguments: ["--help"]).help)
    let options = try CommonOptions(arguments: ["--trace", "--inspect"])
    #expect(options.trace && options.inspect && !options.help)
  }

  @Test func anotherArgumentThrows() {
    #expect(throws: UsageError.self) { try CommonOptions(arguments: ["--fast"]) }
  }
}
