import FileTransfers
import Foundation
import Programs

let display = ProgressDisplay.standard()
let program = Program(name: "download", usage: DownloadOptions.usage, beforeMessage: display.end)

exit(
  await program.run {
    let command = DownloadCommand(
      options: try DownloadOptions(arguments: Array(CommandLine.arguments.dropFirst())), display: display,
      output: { program.write("\($0)\n") }, log: { Program.writeError("download: \($0)\n") })
    try await command.run()
  })
