import Foundation
import Net
import Stream
import Watching

/// The command without the process around it: output goes to closures.
public struct FollowersCommand: Sendable {
  let options: Options
  let output: @Sendable (String) -> Void
  let progress: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - options: what the command line says.
  ///   - output: receives each line of the result.
  ///   - progress: receives a progress message; each replaces the previous one.
  ///   - log: receives each line of the request log.
  public init(
    options: Options, output: @escaping @Sendable (String) -> Void,
    progress: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void
  ) {
    self.options = options
    self.output = output
    self.progress = progress
    self.log = log
  }

  /// Loads and prints the followers; cancelling the task closes every connection and throws `CancellationError`.
  public func run() async throws {
    if options.help { return output(Options.usage) }
    let demo = options.server == nil ? try DemoServer() : nil
    defer { demo?.stop() }
    guard let base = options.server ?? demo?.baseURL else { return }
    let view = RequestView(trace: options.trace, inspect: options.inspect, log: log)
    try view.begin()
    defer { view.end() }
    try await list(base, view)
  }

  private func list(_ base: URL, _ view: RequestView) async throws {
    let counter = RequestCounter()
    var configuration = configuration(base, counter)
    configuration.monitors += view.monitors
    let service = GitHubService(network: NetworkSession(configuration: configuration))
    let loaded = LoadedCount()
    let start = ContinuousClock.now

    let user = try await service.user(options.login).value
    let followers = try await service.followers(
      of: options.login, maxConcurrent: options.maxConcurrent,
      loaded: { [progress] _ in
        progress("\(user.name ?? user.login): loaded \(loaded.increment()) of \(user.followers) followers")
      }
    ).value

    let seconds = (ContinuousClock.now - start) / .seconds(1)
    output(FollowersTable(followers).description)
    output(
      "\(count(followers.count, "follower")): \(count(counter.requests, "request")), "
        + "\(count(counter.retries, "retry", "retries")), \(String(format: "%.2f s", seconds))")
  }

  private func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  private func configuration(_ base: URL, _ counter: RequestCounter) -> SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.baseURL = base
    configuration.headers = ["Accept": "application/json"]
    configuration.interceptors = [RetryPolicy()]
    configuration.monitors = [counter]
    if options.verbose {
      configuration.monitors.append(LoggingMonitor { [log] _, line in log(line) })
    }
    return configuration
  }
}
