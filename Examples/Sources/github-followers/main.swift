import Dispatch
import Foundation
import GitHubFollowers

let printError: @Sendable (String) -> Void = { line in
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}

let options: Options
do {
  options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
} catch {
  printError("github-followers: \(error)\n\n\(Options.usage)")
  exit(2)
}

let work = Task.detached {
  try await FollowersCommand(options: options, output: { print($0) }, log: printError).run()
}

// SIGINT cancels the work, which closes what is in flight; the end below then says so with the exit code.
signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
interrupt.setEventHandler { work.cancel() }
interrupt.resume()

switch await work.result {
case .success:
  exit(0)
case .failure(is CancellationError):
  printError("github-followers: interrupted")
  exit(130)
case .failure(let error):
  printError("github-followers: \(error)")
  exit(1)
}
