import Net

/// Stands for something scheduled of which only the identity matters.
final class IdleCancellation: Cancellation {
  func cancel() {}
}
