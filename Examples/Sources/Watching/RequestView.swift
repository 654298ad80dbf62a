import Foundation
public import Net
import NetTesting

/// What `--trace` and `--inspect` of a program do: show its requests at the end, or in a browser while it runs.
public struct RequestView: Sendable {
  private let recorder: TraceRecorder?
  private let inspector: Inspector?
  private let style: Trace.WaterfallStyle
  private let log: @Sendable (String) -> Void

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - trace: whether a waterfall is printed at the end.
  ///   - inspect: whether a page is served while the program runs.
  ///   - style: how the waterfall is drawn.
  ///   - log: receives the lines.
  public init(
    trace: Bool, inspect: Bool, style: Trace.WaterfallStyle = .standardError,
    log: @escaping @Sendable (String) -> Void
  ) {
    let recorder = trace || inspect ? TraceRecorder() : nil
    self.recorder = trace ? recorder : nil
    inspector = inspect ? recorder.map { Inspector($0) } : nil
    self.style = style
    self.log = log
    monitors = recorder.map { [$0] } ?? []
  }

  /// The monitors to add to the session.
  public let monitors: [any EventMonitor]

  /// Starts the page and prints its URL.
  public func begin() throws {
    if let inspector { log("watch the requests at \(try inspector.start().absoluteString)") }
  }

  /// Prints the waterfall and stops the page.
  public func end() {
    // On separate lines, because programs put their name before a message.
    if let recorder { log("the requests:\n\(recorder.trace.waterfall(style))") }
    inspector?.stop()
  }
}

extension Trace.WaterfallStyle {
  /// The style for the standard error of this process.
  public static var standardError: Trace.WaterfallStyle {
    Trace.WaterfallStyle(
      environment: ProcessInfo.processInfo.environment, isTerminal: isatty(STDERR_FILENO) != 0)
  }
}
