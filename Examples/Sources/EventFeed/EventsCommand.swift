import Foundation
import Net
import NetStream
import Stream

/// The whole command, apart from the process around it: what it prints goes to its sinks.
public struct EventsCommand: Sendable {
  let options: EventsOptions
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - output: takes a line for each event.
  ///   - log: takes each line about connections and requests.
  public init(
    options: EventsOptions, output: @escaping @Sendable (String) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.options = options
    self.output = output
    self.log = log
  }

  /// Follows the stream to its end; cancelling the task closes the connection and throws `CancellationError`.
  public func run() async throws {
    if options.help { return output(EventsOptions.usage) }
    let demo = options.url == nil ? try DemoFeed() : nil
    defer { demo?.stop() }
    guard let url = options.url ?? demo?.url else { return }

    var configuration = SessionConfiguration()
    configuration.monitors = [ConnectionMonitor(log: log)]
    if options.verbose { configuration.monitors.append(LoggingMonitor { [log] _, line in log(line) }) }
    let network = NetworkSession(configuration: configuration)
    let events = network.stream.get(url)
      .events(after: options.lastEventID, reconnection: EventReconnection(maximumAttempts: options.attempts))
    for try await event in events.values { output(Self.line(event)) }
    try Task.checkCancellation()
  }

  /// The event in a line: `2 temperature: 12 degrees`.
  static func line(_ event: ServerSentEvent) -> String {
    let title = [event.id, event.event ?? "message"].compactMap { $0 }.joined(separator: " ")
    return
      "\(title): \(event.data.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " / "))"
  }
}

/// Tells of connections that go on where one was lost.
private struct ConnectionMonitor: EventMonitor {
  let log: @Sendable (String) -> Void

  func request(_ id: RequestID, did event: RequestEvent) {
    guard case .sent(let request, attempt: 1) = event, let id = request.headers["Last-Event-ID"] else {
      return
    }
    log("connecting, to go on after \(id)")
  }
}
