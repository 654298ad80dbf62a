import Net

/// A scheduled action whose identity is all that matters.
final class IdleCancellation: Cancellation {
  func cancel() {}
}
