import Stream
import Testing

/// An argument of a test: an operator, or several, with a name.
struct NamedOperator<Source: Sendable>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Source) -> Observable<Int>

  init(_ name: String, _ apply: @escaping @Sendable (Source) -> Observable<Int>) {
    testDescription = name
    self.apply = apply
  }
}
