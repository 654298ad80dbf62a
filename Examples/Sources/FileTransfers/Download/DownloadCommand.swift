import Foundation
import Net
import Watching

/// The command without the process around it: output goes to closures.
public struct DownloadCommand: Sendable {
  let options: DownloadOptions
  let display: ProgressDisplay
  let output: @Sendable (String) -> Void
  let log: @Sendable (String) -> Void

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - options: what the command line says.
  ///   - display: shows the progress.
  ///   - output: receives the line with the result.
  ///   - log: receives a line about the partial file of a download that failed or was interrupted.
  public init(
    options: DownloadOptions, display: ProgressDisplay, output: @escaping @Sendable (String) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.options = options
    self.display = display
    self.output = output
    self.log = log
  }

  /// Downloads the file; cancelling the task closes the connection, keeps the bytes that have arrived, and throws
  /// `CancellationError`.
  public func run() async throws {
    if options.help { return output(DownloadOptions.usage) }
    if let url = options.url, let file = options.file { return try await download(url, to: file) }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let demo = try DemoFiles()
    defer { demo.stop() }
    try await download(demo.film, to: folder.file("film"))
  }

  private func download(_ url: URL, to file: URL) async throws {
    let part = PartFile(of: file)
    let kept = part.size ?? 0
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy(maximumRetries: options.retries)]
    let view = RequestView(trace: options.trace, inspect: options.inspect, log: log)
    try view.begin()
    defer { view.end() }
    configuration.monitors += view.monitors
    let network = NetworkSession(configuration: configuration)
    let clock = ContinuousClock.now
    do {
      let request = network.get(url)
        // Only a 2xx starts the display. A 206 is the response to the request for the rest (RFC 9110 section 15.3.7).
        .onHTTPResponse { [display] head in
          if head.status / 100 == 2 { display.begin(at: head.status == 206 ? kept : 0) }
        }
        .progress(delivery: .inline, display.show)
      let place = try await request.download(
        to: .file(file, options: options.force ? .replaceExisting : []).resumable(at: part.url))
      display.end()
      let size = try place.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      let seconds = String(format: "%.2f s", (ContinuousClock.now - clock) / .seconds(1))
      output("\(file.lastPathComponent): \(Measure.bytes(Int64(size))) in \(seconds)")
    } catch {
      display.end()
      if options.url != nil, let size = part.size {
        log("kept \(Measure.bytes(size)) in \(part.url.lastPathComponent), from which the next run resumes")
      }
      throw error
    }
  }
}

/// The partial file of an unfinished download.
struct PartFile {
  let url: URL

  /// Creates the value for the partial file next to `file`.
  init(of file: URL) { url = file.appendingPathExtension("part") }

  /// The number of bytes to resume from; nil if there are none, or if the note about their version is missing.
  var size: Int64? {
    let files = FileManager.default
    guard files.fileExists(atPath: url.appendingPathExtension("resume").path),
      let size = (try? files.attributesOfItem(atPath: url.path))?[.size] as? NSNumber, size.int64Value > 0
    else { return nil }
    return size.int64Value
  }
}
