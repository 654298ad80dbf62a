import ChatRoom
import Foundation
import Programs

let program = Program(name: "chat", usage: ChatCommand.usage)

exit(
  await program.run {
    let options = try CommonOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    if options.help { return program.write("\(ChatCommand.usage)\n") }
    let room = try DemoRoom()
    defer { room.stop() }
    try await ChatCommand(
      room: room, options: options, output: { program.write("\($0)\n") },
      log: { Program.writeError("chat: \($0)\n") }
    ).run()
  })
