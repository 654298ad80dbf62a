import Foundation
import Net

/// The trace recorders of one test, and the text that is printed if it fails.
final class TestTraces: Sendable {
  private struct State: Sendable {
    var recorders: [TraceRecorder] = []
    var isReported = false
    /// The page, once a failure has named it: most tests need none.
    var file: URL?
  }

  private let state = Lock(State())
  private let folder: URL?

  /// - Parameter folder: Where the page is written; nil for the folder of the environment, or a temporary one.
  init(folder: URL? = nil) { self.folder = folder }

  /// The folder of pages: that of the environment variable `NETTESTING_TRACES`, or a temporary one.
  static var folder: URL {
    ProcessInfo.processInfo.environment["NETTESTING_TRACES"].map {
      URL(filePath: $0, directoryHint: .isDirectory)
    }
      ?? FileManager.default.temporaryDirectory.appending(path: "NetTesting", directoryHint: .isDirectory)
  }

  /// The page of the test.
  private var file: URL {
    let file = (folder ?? Self.folder).appending(path: "trace-\(UUID.random().uuidString.prefix(8)).html")
    return state.withLock { state in
      if state.file == nil { state.file = file }
      return state.file ?? file
    }
  }

  func add(_ recorder: TraceRecorder) { state.withLock { $0.recorders.append(recorder) } }

  /// Returns the requests of the test as text, for its first failure; nil for further failures, and without requests.
  func story() -> String? {
    let recorders = state.withLock { state in
      defer { if !state.recorders.isEmpty { state.isReported = true } }
      return state.isReported ? [] : state.recorders
    }
    let traces = recorders.map(\.trace).filter { !$0.requests.isEmpty || !$0.streams.isEmpty }
    guard !traces.isEmpty else { return nil }
    let file = file
    // One screen for all of them.
    let lines = max(6, 19 / traces.count)
    let style = Trace.WaterfallStyle(width: 100, maximumLines: lines)
    return (traces.map { $0.waterfall(style) } + ["trace: \(file.path(percentEncoded: false))"])
      .joined(separator: "\n")
  }

  /// Writes the page if a failure has named it; returns it.
  ///
  /// A page that cannot be written is reported in addition to the failure of the test, and does not replace
  /// it.
  func write(title: String) -> (page: Data, name: String)? {
    let (recorders, isReported) = state.withLock { ($0.recorders, $0.isReported) }
    guard isReported, let trace = Trace(merging: recorders.map(\.trace)) else { return nil }
    let page = trace.html(title: title)
    let file = file
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try page.replaceFile(at: file)
    } catch {
      let message =
        "NetTesting: the trace cannot be written to \(file.path(percentEncoded: false)): \(error)\n"
      StandardStreams.writeError(message)
    }
    return (page, file.lastPathComponent)
  }
}

extension Trace {
  /// Creates a trace with the requests of several traces on one time axis; nil without any.
  init?(merging traces: [Trace]) {
    guard let start = traces.map(\.start).min() else { return nil }
    self.init(start: start)
    for trace in traces {
      // Rounded, because dates are no more accurate; a virtual clock may be at any time.
      let microseconds = (trace.start.timeIntervalSince(start) * 1_000_000).rounded()
      let offset = Duration.microseconds(Int64(exactly: microseconds) ?? .max)
      let first = requests.last?.id ?? 0
      requests += trace.requests.map { $0.shifted(by: offset, id: $0.id + first) }
      streams += trace.streams.map { $0.shifted(by: offset) }
      duration = max(duration, trace.duration + offset)
      droppedRequests += trace.droppedRequests
    }
  }
}

extension Trace.TracedRequest {
  fileprivate func shifted(by offset: Duration, id: Int) -> Self {
    var request = self
    request.id = id
    request.start += offset
    request.end = end.map { $0 + offset }
    request.phases = phases.map { $0.shifted(by: offset) }
    for index in notes.indices { request.notes[index].time += offset }
    for index in attempts.indices {
      request.attempts[index].start += offset
      request.attempts[index].end = attempts[index].end.map { $0 + offset }
      request.attempts[index].phases = attempts[index].phases.map { $0.shifted(by: offset) }
    }
    return request
  }
}

extension Trace.Phase {
  fileprivate func shifted(by offset: Duration) -> Self {
    Trace.Phase(kind, start: start + offset, duration: duration)
  }
}

extension Trace.TracedStream {
  fileprivate func shifted(by offset: Duration) -> Self {
    var stream = self
    stream.start += offset
    stream.end = end.map { $0 + offset }
    for index in marbles.indices { stream.marbles[index].time += offset }
    return stream
  }
}
