import Dispatch
import Foundation

/// Measures Net and NetStream and compares them with other clients.
///
/// `--help` lists the options.
@main
struct Main {
  static func main() {
    // Running on the main actor would add to every time.
    Task.detached { exit(await Command.run(Array(CommandLine.arguments.dropFirst()))) }
    DispatchSemaphore(value: 0).wait()
  }
}
