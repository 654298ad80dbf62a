import Foundation
import OfflineList
import Programs

exit(
  await Program(name: "offline", usage: OfflineOptions.usage).run {
    let options = try OfflineOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    let command = OfflineCommand(
      options: options, output: { Program.write("\($0)\n") }, log: { Program.writeError("offline: \($0)\n") })
    try await command.run()
  })
