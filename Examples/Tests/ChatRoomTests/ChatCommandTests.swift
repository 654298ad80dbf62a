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

  @Test func helpIsAnOption() throws {
    #expect(try ChatCommand.asksForHelp(["--help"]))
    #expect(try !ChatCommand.asksForHelp([]))
  }

  @Test func anotherArgumentThrows() {
    #expect(throws: UsageError.self) { try ChatCommand.asksForHelp(["--fast"]) }
  }
}
