import Foundation
import OfflineList
import Programs

exit(
  await Program(name: "offline", usage: OfflineCommand.usage).run {
    let options = try CommonOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    let command = OfflineCommand(
      options: options, output: { Program.write("\($0)\n") }, log: { Program.writeError("offline: \($0)\n") })
    try await command.run()
  })
