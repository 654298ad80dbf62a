/// A variable of one subscription, for stateful operators.
@usableFromInline
final class Variable<Value: Sendable>: @unchecked Sendable {
  // Guarded by the grammar where there is one source, since events come one at a time (law 1); by the
  // conductor where there are several entrances.
  @safe @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
