import Foundation
import OfflineList
import Programs

let program = Program(name: "offline", usage: OfflineCommand.usage)

exit(
  await program.run {
    let options = try CommonOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    let command = OfflineCommand(
      options: options, output: { program.write("\($0)\n") }, log: { Program.writeError("offline: \($0)\n") })
    try await command.run()
  })
