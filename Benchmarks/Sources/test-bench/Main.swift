import Foundation

/// Measures the mocks and the server of NetTesting.
///
/// `--help` lists the options.
@main
struct Main {
  static func main() async {
    // Running on the main actor would add to every time.
    exit(await Task.detached { await Command.run(CommandLine.arguments.dropFirst()) }.value)
  }
}
