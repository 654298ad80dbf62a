import Dispatch
import Foundation
import GitHubFollowers

let writeError: @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }

let options: Options
do {
  options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
} catch {
  writeError("github-followers: \(error)\n\n\(Options.usage)\n")
  exit(2)
}

let line = ProgressLine(isTerminal: isatty(STDERR_FILENO) != 0, write: writeError)
let command = FollowersCommand(
  options: options,
  output: { text in
    line.end()
    print(text)
  },
  progress: line.show,
  log: { text in
    line.end()
    writeError("\(text)\n")
  })
let work = Task.detached { try await command.run() }

// SIGINT cancels the work, which closes what is in flight; the end below then says so with the exit code.
signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
interrupt.setEventHandler { @Sendable [work] in work.cancel() }
interrupt.resume()

let result = await work.result
line.end()
switch result {
case .success:
  exit(0)
case .failure(is CancellationError):
  writeError("github-followers: interrupted\n")
  exit(130)
case .failure(let error):
  let words = "\(error)".split(separator: "\n").joined(separator: " ")
  writeError("github-followers: \(words)\n")
  exit(1)
}
