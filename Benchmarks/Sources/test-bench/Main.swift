import Foundation

/// Measures the mocks and the server of NetTesting.
///
/// `--help` tells the options.
@main
struct Main {
  static func main() async {
    // The main actor's executor would be part of every time.
    exit(await Task.detached { await Command.run(CommandLine.arguments.dropFirst()) }.value)
  }
}
