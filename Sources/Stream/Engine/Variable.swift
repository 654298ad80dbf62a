/// A variable of one subscription, for operators that remember something.
@usableFromInline
final class Variable<Value: Sendable>: @unchecked Sendable {
  // Guarded by the grammar: events come one at a time (law 1).
  @safe @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
