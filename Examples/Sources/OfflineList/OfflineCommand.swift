import Foundation
import Net
import NetStream
public import Programs
import Stream
import Watching

/// The command without the process around it: output goes to closures.
public struct OfflineCommand: Sendable {
  /// What `--help` prints.
  public static let usage = """
    Usage: offline [--trace] [--inspect] [--help]

    Shows a list three times, as an app that is started three times: first it is loaded, then it is
    shown from the disk while the server is down, and at last the server confirms it. The server is a
    small one that the program starts on this machine.

      --trace    print a waterfall of the requests at the end
      --inspect  show the requests in a browser, at a URL that is printed
      --help     print this help
    """

  let options: CommonOptions
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - options: what the command line says.
  ///   - output: receives each line.
  ///   - log: receives the lines about requests.
  public init(
    options: CommonOptions, output: @escaping @Sendable (String) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.options = options
    self.output = output
    self.log = log
  }

  /// Shows the list three times; cancelling the task closes the connection and throws `CancellationError`.
  public func run() async throws {
    if options.help { return output(Self.usage) }
    let demo = try DemoList()
    defer { demo.stop() }
    let directory = FileManager.default.temporaryDirectory.appending(path: "offline-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let view = RequestView(trace: options.trace, inspect: options.inspect, log: log)
    try view.begin()
    defer { view.end() }
    try await start("First start:", demo.url, directory, view)
    try demo.goDown()
    try await start("Second start, the server is down:", demo.url, directory, view)
    try demo.comeBack()
    try await start("Third start, the server is back:", demo.url, directory, view)
  }

  /// One start of an app: a session with the cache in this directory.
  private func start(_ title: String, _ url: URL, _ directory: URL, _ view: RequestView) async throws {
    output(title)
    var configuration = SessionConfiguration()
    configuration.cache = try .disk(at: directory, limit: 1 << 20)
    configuration.monitors = [ConfirmationMonitor(output: output)] + view.monitors
    let network = NetworkSession(configuration: configuration)
    // Shown as they are emitted, so that what is stored appears before the server is asked.
    let lists = network.stream.get(url).updates(of: [String].self).asObservable().do(onNext: show)
    for try await _ in lists.values {}
    try Task.checkCancellation()
  }

  @Sendable private func show(_ loaded: Loaded<[String]>) {
    if loaded.failure != nil { return output("  not updated: the server cannot be reached") }
    let origin = loaded.isStale ? "stored, may be out of date" : "from the server"
    output("  \(loaded.value.joined(separator: ", ")) (\(origin))")
  }
}

/// Prints when the server has confirmed what is stored.
private struct ConfirmationMonitor: EventMonitor {
  let output: @Sendable (String) -> Void

  func request(_ id: RequestID, did event: RequestEvent) {
    if case .cache(.revalidated) = event { output("  the server confirms the stored list") }
  }
}
