import Dispatch

/// What the closures of a recording hold: its release tells that they have been let go.
final class RecordingToken: Sendable {
  /// Outlives the token.
  struct Release: Sendable {
    fileprivate let semaphore = DispatchSemaphore(value: 0)

    /// Waits on this thread until the token is gone; false when the time has passed.
    func comes(within limit: Duration) -> Bool {
      semaphore.wait(timeout: .now() + DispatchTimeInterval(limit)) == .success
    }
  }

  let release = Release()

  deinit { release.semaphore.signal() }
}
