public import Net
import Synchronization

/// Shows how far a transfer is: a bar that is rewritten on a terminal, and elsewhere a line for each tenth of it, or,
/// where its length is not known, for each doubling from a megabyte on.
public final class ProgressDisplay: Sendable {
  /// What it writes to.
  public enum Device: Sendable {
    /// One that can rewrite a line, with a function that tells how many columns it has.
    case terminal(width: @Sendable () -> Int)
    /// One that takes line after line.
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

  /// Makes a display.
  ///
  /// - Parameters:
  ///   - now: the time, from any beginning.
  ///   - write: takes what is written, line ends included.
  public init(
    _ device: Device, now: @escaping @Sendable () -> Duration = uptime,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.device = device
    self.now = now
    self.write = write
  }

  /// The time since the first use of this.
  public static let uptime: @Sendable () -> Duration = {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }()

  /// The transfer begins, behind so many bytes that are there. It is called once; the second time does nothing.
  public func begin(at start: Int64 = 0) {
    let now = now()
    state.withLock { state in
      guard state.began == nil else { return }
      state.began = now
      state.start = start
    }
  }

  /// Shows how far it is, unless that was shown just now, or it has not begun.
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
    // One column stays free: in some terminals a full line is two.
    case .terminal(let width): write("\r\u{1B}[K" + status.bar(width: width() - 1))
    case .lines: write(status.line + "\n")
    }
  }

  /// Ends the line, so that something else can be written.
  public func end() {
    let isOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if isOpen, case .terminal = device { write("\n") }
  }

  /// What is shown once: a tenth of a second, a tenth of the transfer, a doubling; nil before the first.
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
