/// The good end of an observable.
///
/// ```swift
/// expect(names.event).to(beCompleted())
/// ```
///
/// Not for results, which succeed. Nil passes neither `to` nor `toNot`.
public func beCompleted<Value: OutcomeConvertible>() -> Matcher<Value> where Value: CompletionConvertible {
  Matcher("a completion") { actual in
    actual.verdict { if case .completed = $0 { true } else { false } }
  }
}

/// What can end well without a value, so that ``beCompleted()`` has a meaning: events and recordings of
/// observables.
public protocol CompletionConvertible: OutcomeConvertible {}

extension Optional: CompletionConvertible where Wrapped: CompletionConvertible {}
