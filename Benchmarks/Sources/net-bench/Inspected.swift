import Foundation
import Net
import NetMeasuring
import NetTesting

/// Net with a recorder, which an inspector may show to a page in another process.
final class RecordedClient: CallbackClient {
  let subject: NetSubject
  private let session: NetworkSession
  private let page: (inspector: Inspector, process: Process, input: Pipe, output: Pipe)?

  /// - Throws: An error if the inspector or the process of the page does not start.
  init(_ subject: NetSubject) throws {
    self.subject = subject
    var configuration = SessionConfiguration()
    let recorder = TraceRecorder()
    configuration.monitors = [recorder]
    session = NetworkSession(configuration: configuration)
    guard subject == .inspected else {
      page = nil
      return
    }
    let inspector = Inspector(recorder)
    let watching = try OwnProcess.started(["watch", inspector.start().absoluteString])
    page = (inspector, watching.process, watching.input, watching.output)
    // The page has been loaded.
    guard watching.output.firstLine != nil else {
      throw WrongResult(subject: subject, what: "the page was not loaded")
    }
  }

  func get(_ url: URL, _ done: @escaping @Sendable (Flight.Answer) -> Void) {
    NetClient(session: session).get(url, done)
  }

  /// Ends the page, and checks that it received changes.
  func check(count: Int) throws {
    guard let page else { return }
    try page.input.fileHandleForWriting.close()
    let changes = page.output.firstLine.flatMap { Int($0) } ?? 0
    page.process.waitUntilExit()
    guard changes > 0 else { throw WrongResult(subject: subject, what: "the page received no changes") }
  }

  func shutDown() { page?.inspector.stop() }
}

/// The requests of an inspector's page in a browser: first the page, and then its events, again and again.
enum Watching {
  /// Watches until the standard input ends; prints a line when the page is loaded, and then the number of the last
  /// change that it received.
  static func run(_ url: URL) async throws -> Int32 {
    let session = NetworkSession()
    _ = try await session.get(url).value(.data)
    let source = EventSource(
      RequestDescription(url.appending(path: "events")), network: session, maximumEventSize: 64 << 20)
    // The main queue is blocked.
    source.open(delivery: .inline) { _ in }
    write("loaded")
    _ = try FileHandle.standardInput.readToEnd()
    // A short run ends before the page has asked again.
    for _ in 0..<50 where (source.lastEventID ?? "0") == "0" { try await Task.sleep(for: .milliseconds(100)) }
    write(source.lastEventID ?? "0")
    return 0
  }

  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
