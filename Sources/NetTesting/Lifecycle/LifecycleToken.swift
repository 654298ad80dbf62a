/// An object for closures to capture.
final class LifecycleToken: Sendable {}

/// Observes whether an object is still in memory.
struct LifecycleWitness: Sendable {
  private weak let object: (any AnyObject & Sendable)?

  init(_ object: any AnyObject & Sendable) { self.object = object }

  var isAlive: Bool { object != nil }
}
