import Foundation
import Synchronization

/// The standard output of a program, until a write fails.
final class StandardOutput: Sendable {
  /// Why a write failed.
  struct Failure: Error, CustomStringConvertible {
    let underlying: NSError

    /// Whether nobody reads the pipe any more.
    var isBrokenPipe: Bool { underlying.domain == NSPOSIXErrorDomain && underlying.code == Int(EPIPE) }

    var description: String {
      guard underlying.domain == NSPOSIXErrorDomain else { return underlying.localizedDescription }
      return String(cString: strerror(Int32(underlying.code)))
    }
  }

  private struct State: Sendable {
    var failure: Failure?
    var onFailure: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// The first failure.
  var failure: Failure? { state.withLock { $0.failure } }

  /// Sets what to do after the first failure, at once if there was one.
  func onFailure(_ action: @escaping @Sendable () -> Void) {
    let isPast = state.withLock { state in
      state.onFailure = action
      return state.failure != nil
    }
    if isPast { action() }
  }

  /// Writes a text, unless an earlier one could not be written.
  func write(_ text: String) {
    guard failure == nil else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      let error = error as NSError
      let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
      let action = state.withLock { state -> (@Sendable () -> Void)? in
        guard state.failure == nil else { return nil }
        state.failure = Failure(underlying: cause ?? error)
        return state.onFailure
      }
      action?()
    }
  }
}
