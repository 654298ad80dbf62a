import Net

/// A token owned by the closures of a recording; its release shows that they have been released.
final class RecordingToken: Sendable {
  /// Signals the release of the token, which it outlives.
  struct Release: Sendable {
    fileprivate let semaphore = SteadySemaphore()

    /// Blocks this thread until the token is released; returns false if the time has passed.
    func comes(within limit: Duration) -> Bool {
      semaphore.wait(within: limit)
    }
  }

  let release = Release()

  deinit { release.semaphore.signal() }
}
