import EventFeed
import Foundation
import Programs

exit(
  await Program(name: "events", usage: EventsOptions.usage).run {
    let options = try EventsOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    let command = EventsCommand(
      options: options, output: { Program.write("\($0)\n") }, log: { Program.writeError("events: \($0)\n") })
    try await command.run()
  })
