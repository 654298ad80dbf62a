import Synchronization

/// A line of progress: rewritten in place on a terminal, and elsewhere one line for every eighth step and the
/// last one before something else is written.
public final class ProgressLine: Sendable {
  private struct State: Sendable {
    var steps = 0
    var pending: String?
  }

  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - isTerminal: whether a line can be rewritten.
  ///   - write: takes what is written, line ends included.
  public init(isTerminal: Bool, write: @escaping @Sendable (String) -> Void) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Shows how far it has come.
  public func show(_ text: String) {
    let written: String? = state.withLock { state in
      state.steps += 1
      state.pending = text
      if isTerminal { return "\r\u{1B}[K\(text)" }
      guard state.steps.isMultiple(of: 8) else { return nil }
      state.pending = nil
      return "\(text)\n"
    }
    if let written { write(written) }
  }

  /// Ends the line, so that something else can be written.
  public func end() {
    let pending: String? = state.withLock { state in
      defer { state.pending = nil }
      return state.pending
    }
    if let pending { write(isTerminal ? "\n" : "\(pending)\n") }
  }
}
