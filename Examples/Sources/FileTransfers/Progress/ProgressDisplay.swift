public import Net
import Synchronization

/// Shows the progress of a transfer.
///
/// On a terminal it is a bar that is rewritten in place. Elsewhere it is a line for each tenth of the transfer or, if
/// the length is unknown, for each doubling from one megabyte on.
public final class ProgressDisplay: Sendable {
  /// The kind of output.
  public enum Device: Sendable {
    /// A terminal, which can rewrite a line, with a function that returns its number of columns.
    case terminal(width: @Sendable () -> Int)
    /// Output line by line.
    case lines
  }

  private struct State: Sendable {
    var start: Int64 = 0
    var began: Duration?
    var shown: Int?
    var isComplete = false
    var isOpen = false
  }

  private let device: Device
  private let now: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - device: what it writes to.
  ///   - now: returns the time since a fixed but arbitrary start.
  ///   - write: receives the text to write, including line endings.
  public init(
    _ device: Device, now: @escaping @Sendable () -> Duration = uptime,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.device = device
    self.now = now
    self.write = write
  }

  /// Returns the time since its first use.
  public static let uptime: @Sendable () -> Duration = {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }()

  /// Starts the clock, with the number of bytes that already exist.
  ///
  /// Further calls have no effect.
  public func begin(at start: Int64 = 0) {
    let now = now()
    state.withLock { state in
      guard state.began == nil else { return }
      state.began = now
      state.start = start
    }
  }

  /// Shows the progress, unless the same step was already shown or the transfer has not begun.
  public func show(_ progress: TransferProgress) {
    guard let began = state.withLock({ $0.began }) else { return }
    let elapsed = now() - began
    let status: TransferStatus? = state.withLock { state in
      let status = TransferStatus(progress, from: state.start, after: elapsed)
      guard let step = step(of: status), !state.isComplete,
        status.isComplete || step > state.shown ?? -1
      else { return nil }
      state.shown = step
      state.isComplete = status.isComplete
      state.isOpen = true
      return status
    }
    guard let status else { return }
    switch device {
    // One column stays free, because some terminals wrap a full line.
    case .terminal(let width): write("\r\u{1B}[K" + status.bar(width: width() - 1))
    case .lines: write(status.line + "\n")
    }
  }

  /// Ends the line, so that other output can follow.
  public func end() {
    let isOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if isOpen, case .terminal = device { write("\n") }
  }

  /// Returns the current step, or nil before the first one.
  ///
  /// A step is a tenth of a second, a tenth of the transfer, or a doubling. Each is shown once.
  private func step(of status: TransferStatus) -> Int? {
    switch device {
    case .terminal: return Int(status.elapsed / .milliseconds(100))
    case .lines:
      let megabytes = UInt64(max(0, status.progress.completed)) / 1_000_000
      let step =
        status.progress.fraction.map { Int(min(1, $0) * 10) }
        ?? UInt64.bitWidth - megabytes.leadingZeroBitCount
      return step > 0 ? step : nil
    }
  }
}
