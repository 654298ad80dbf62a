import Dispatch
import Foundation

/// Measures Net and NetStream beside the clients that they could be replaced by.
///
/// `--help` tells the options.
@main
struct Main {
  static func main() {
    // The main actor's executor would be part of every time.
    Task.detached { exit(await Command.run(Array(CommandLine.arguments.dropFirst()))) }
    DispatchSemaphore(value: 0).wait()
  }
}
