/// The state of a ``PlayedTask`` as a pure value: what is delivered next, and whether a thread delivers it.
///
/// ```text
/// ready ──resume──▶ head ─▶ body ─▶ ended
///   └─────cancel──────┴───────┴──────▶ ended
/// ```
struct PlaybackState: Sendable {
  private enum Phase {
    case ready, head, body, ended
  }

  /// What the playing thread does next.
  enum Step: Sendable {
    case head
    /// Read a chunk of the body, and deliver it.
    case body
    /// Fail, because the task was cancelled.
    case cancelled(TransportPhase)
  }

  private var phase = Phase.ready
  private var isPlaying = false
  private var isPaused = false
  private var isCancelled = false

  /// Starts; returns true if the caller must play.
  mutating func resume() -> Bool {
    guard case .ready = phase else { return false }
    phase = .head
    return begins()
  }

  mutating func pause() { isPaused = true }

  /// Continues after a pause; returns true if the caller must play.
  mutating func proceed() -> Bool {
    isPaused = false
    return begins()
  }

  /// Cancels; returns true if the caller must play, which delivers only the failure.
  mutating func cancel() -> Bool {
    guard !isCancelled else { return false }
    isCancelled = true
    return begins()
  }

  /// Returns the next step; nil ends the turn of the playing thread.
  mutating func next() -> Step? {
    guard let step = step else {
      isPlaying = false
      return nil
    }
    switch step {
    case .head: phase = .body
    case .body: break
    case .cancelled: phase = .ended
    }
    return step
  }

  /// Called before the last event is delivered.
  mutating func end() { phase = .ended }

  private mutating func begins() -> Bool {
    guard !isPlaying, step != nil else { return false }
    isPlaying = true
    return true
  }

  private var step: Step? {
    switch phase {
    case .ended: nil
    case .ready: isCancelled ? .cancelled(.connect) : nil
    case .head: isCancelled ? .cancelled(.head) : .head
    case .body: isCancelled ? .cancelled(.body) : isPaused ? nil : .body
    }
  }
}
