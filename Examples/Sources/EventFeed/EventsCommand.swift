import Foundation
import Net
import NetStream
import Stream
import Watching

/// The command without the process around it: output goes to closures.
public struct EventsCommand: Sendable {
  let options: EventsOptions
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - options: what the command line says.
  ///   - output: receives a line for each event.
  ///   - log: receives each line about connections and requests.
  public init(
    options: EventsOptions, output: @escaping @Sendable (String) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.options = options
    self.output = output
    self.log = log
  }

  /// Prints events until the stream ends; cancelling the task closes the connection and throws `CancellationError`.
  public func run() async throws {
    if options.help { return output(EventsOptions.usage) }
    let demo = options.url == nil ? try DemoFeed() : nil
    defer { demo?.stop() }
    guard let url = options.url ?? demo?.url else { return }

    var configuration = SessionConfiguration()
    configuration.monitors = [ConnectionMonitor(log: log)]
    if options.verbose { configuration.monitors.append(LoggingMonitor { [log] _, line in log(line) }) }
    let view = RequestView(trace: options.trace, inspect: options.inspect, log: log)
    try view.begin()
    defer { view.end() }
    configuration.monitors += view.monitors
    let network = NetworkSession(configuration: configuration)
    let events = network.stream.get(url)
      .events(after: options.lastEventID, reconnection: EventReconnection(maximumRetries: options.attempts))
    for try await event in events.values { output(Self.line(event)) }
    try Task.checkCancellation()
  }

  /// The event on one line: `2 temperature: 12 degrees`.
  static func line(_ event: ServerSentEvent) -> String {
    let title = [event.id, event.event ?? "message"].compactMap { $0 }.joined(separator: " ")
    return
      "\(title): \(event.data.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " / "))"
  }
}

/// Logs each connection that continues after a lost one.
private struct ConnectionMonitor: EventMonitor {
  let log: @Sendable (String) -> Void

  func request(_ id: RequestID, did event: RequestEvent) {
    guard case .sent(let request, attempt: 1) = event, let id = request.headers["Last-Event-ID"] else {
      return
    }
    log("connecting to continue after event \(id)")
  }
}
