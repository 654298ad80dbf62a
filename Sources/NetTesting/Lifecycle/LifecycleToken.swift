/// Something to be captured.
final class LifecycleToken: Sendable {}

/// Knows whether an object is still in memory.
struct LifecycleWitness: Sendable {
  private weak let object: (any AnyObject & Sendable)?

  init(_ object: any AnyObject & Sendable) { self.object = object }

  var isAlive: Bool { object != nil }
}
