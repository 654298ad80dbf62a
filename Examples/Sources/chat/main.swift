import ChatRoom
import Foundation
import Programs

exit(
  await Program(name: "chat", usage: ChatCommand.usage).run {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if try ChatCommand.asksForHelp(arguments) { return Program.write("\(ChatCommand.usage)\n") }
    let room = try DemoRoom()
    defer { room.stop() }
    try await ChatCommand(
      room: room, output: { Program.write("\($0)\n") }, log: { Program.writeError("chat: \($0)\n") }
    ).run()
  })
