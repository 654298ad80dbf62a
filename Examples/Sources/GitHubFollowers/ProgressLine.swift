import Synchronization

/// A progress message.
///
/// On a terminal it is rewritten in place; elsewhere every eighth message is printed, and the last one before
/// other output.
public final class ProgressLine: Sendable {
  private struct State: Sendable {
    var steps = 0
    var pending: String?
  }

  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Creates a progress line.
  ///
  /// - Parameters:
  ///   - isTerminal: whether the line can be rewritten in place.
  ///   - write: receives the text to write, including line endings.
  public init(isTerminal: Bool, write: @escaping @Sendable (String) -> Void) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Shows a progress message.
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

  /// Ends the line, so that other output can follow.
  public func end() {
    let pending: String? = state.withLock { state in
      defer { state.pending = nil }
      return state.pending
    }
    if let pending { write(isTerminal ? "\n" : "\(pending)\n") }
  }
}
