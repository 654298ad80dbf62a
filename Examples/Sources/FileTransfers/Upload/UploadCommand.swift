import Foundation
import Net
import Watching

/// The command without the process around it: output goes to closures.
public struct UploadCommand: Sendable {
  let options: UploadOptions
  let display: ProgressDisplay
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - options: what the command line says.
  ///   - display: shows the progress.
  ///   - output: receives the line with the result.
  ///   - log: receives the lines of `--trace` and `--inspect`.
  public init(
    options: UploadOptions, display: ProgressDisplay, output: @escaping @Sendable (String) -> Void,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.options = options
    self.display = display
    self.output = output
    self.log = log
  }

  /// Uploads the file; cancelling the task closes the connection and throws `CancellationError`.
  public func run() async throws {
    if options.help { return output(UploadOptions.usage) }
    if let file = options.file, let url = options.url { return try await upload(file, to: url) }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let demo = try DemoFiles()
    defer { demo.stop() }
    try DemoFiles.film.write(to: folder.file("film"))
    try await upload(folder.file("film"), to: demo.upload)
  }

  private func upload(_ file: URL, to url: URL) async throws {
    defer { display.end() }
    let view = RequestView(trace: options.trace, inspect: options.inspect, log: log)
    try view.begin()
    defer { view.end() }
    var configuration = SessionConfiguration()
    configuration.monitors = view.monitors
    let network = NetworkSession(configuration: configuration)
    let start = ContinuousClock.now
    display.begin()
    let sent =
      options.post
      ? network.post(url, file: file, contentType: options.contentType)
      : network.put(url, file: file, contentType: options.contentType)
    let request = sent.uploadProgress(delivery: .inline, display.show)
    let response = await request.response(.void)
    if case .failure(let error) = response.result {
      if case .cancelled = error.reason { try Task.checkCancellation() }
      throw error
    }
    display.end()
    let seconds = String(format: "%.2f s", (ContinuousClock.now - start) / .seconds(1))
    let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    output(
      "\(file.lastPathComponent): \(Measure.bytes(Int64(size))) in \(seconds), "
        + "answered with \(response.response?.status ?? 0)")
  }
}
