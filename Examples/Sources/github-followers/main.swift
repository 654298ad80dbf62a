import Foundation
import GitHubFollowers
import Programs

let line = ProgressLine(isTerminal: isatty(STDERR_FILENO) != 0, write: Program.writeError)
let program = Program(name: "github-followers", usage: Options.usage, beforeMessage: line.end)

exit(
  await program.run {
    let command = FollowersCommand(
      options: try Options(arguments: Array(CommandLine.arguments.dropFirst())),
      output: { text in
        line.end()
        program.write("\(text)\n")
      },
      progress: line.show,
      log: { text in
        line.end()
        Program.writeError("\(text)\n")
      })
    try await command.run()
  })
