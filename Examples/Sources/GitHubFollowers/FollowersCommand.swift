import Foundation
import Net
import Stream

/// The whole command, apart from the process around it: what it prints goes to two sinks.
public struct FollowersCommand: Sendable {
  let options: Options
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - output: takes each line for standard output.
  ///   - log: takes each line of progress and of the request log, for standard error.
  public init(
    options: Options, output: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void
  ) {
    self.options = options
    self.output = output
    self.log = log
  }

  /// Loads and prints; cancelling the task closes every connection and throws `CancellationError`.
  public func run() async throws {
    if options.help { return output(Options.usage) }
    let demo = options.server == nil ? try DemoServer() : nil
    defer { demo?.stop() }
    guard let base = options.server ?? demo?.baseURL else { return }
    try await list(base)
  }

  private func list(_ base: URL) async throws {
    let counter = RequestCounter()
    let service = GitHubService(network: NetworkSession(configuration: configuration(base, counter)))
    let loaded = LoadedCount()
    let start = ContinuousClock.now

    let user = try await service.user(options.login).value
    log("\(user.name ?? user.login) has \(user.followers) followers")
    let followers = try await service.followers(
      of: options.login, maxConcurrent: options.maxConcurrent,
      loaded: { [log] _ in
        let count = loaded.increment()
        if count.isMultiple(of: 8) || count == user.followers { log("loaded \(count) of \(user.followers)") }
      }
    ).value

    let seconds = (ContinuousClock.now - start) / .seconds(1)
    output(FollowersTable(followers).description)
    output(
      "\(followers.count) followers: \(counter.requests) requests, \(counter.retries) retries, "
        + String(format: "%.2f s", seconds))
  }

  private func configuration(_ base: URL, _ counter: RequestCounter) -> SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.baseURL = base
    configuration.headers = ["Accept": "application/json"]
    configuration.interceptors = [RetryPolicy()]
    configuration.monitors = [counter]
    if options.verbose {
      configuration.monitors.append(LoggingMonitor(sink: log))
    }
    return configuration
  }
}
