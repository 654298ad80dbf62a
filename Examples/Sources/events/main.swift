import EventFeed
import Foundation
import Programs

let program = Program(name: "events", usage: EventsOptions.usage)

exit(
  await program.run {
    let options = try EventsOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    let command = EventsCommand(
      options: options, output: { program.write("\($0)\n") }, log: { Program.writeError("events: \($0)\n") })
    try await command.run()
  })
