import FileTransfers
import Foundation
import Programs

let display = ProgressDisplay.standard()
let program = Program(name: "upload", usage: UploadOptions.usage, beforeMessage: display.end)

exit(
  await program.run {
    let command = UploadCommand(
      options: try UploadOptions(arguments: Array(CommandLine.arguments.dropFirst())), display: display,
      output: { program.write("\($0)\n") }, log: { Program.writeError("upload: \($0)\n") })
    try await command.run()
  })
