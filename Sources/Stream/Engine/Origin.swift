public import Synchronization

/// The slot of a source whose elements may cease to count while they are being sent, because what they were sent for is
/// over.
///
/// A subject asks when it is an element's turn, inside its gate or its lock. So an observer that subscribes after the
/// origin has been revoked receives none of its elements.
@usableFromInline
class Origin: Slot, @unchecked Sendable {  // An atomic.
  @usableFromInline let revocation = Atomic(false)

  /// Whether elements of this source are dropped.
  @inlinable final var isRevoked: Bool { revocation.load(ordering: .acquiring) }

  final func revoke() { revocation.store(true, ordering: .releasing) }
}
