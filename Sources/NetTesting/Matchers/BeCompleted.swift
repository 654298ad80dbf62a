/// Matches the completion of an observable.
///
/// ```swift
/// expect(names.event).to(beCompleted())
/// ```
///
/// Results succeed instead of completing. Nil passes neither `to` nor `toNot`.
public func beCompleted<Value: OutcomeConvertible>() -> Matcher<Value> where Value: CompletionConvertible {
  Matcher(describing: "a completion") { actual in
    actual.judgement { if case .completed = $0 { true } else { false } }
  }
}

/// An outcome that can complete without a value, for ``beCompleted()``: events and recordings of observables.
public protocol CompletionConvertible: OutcomeConvertible {}

extension Optional: CompletionConvertible where Wrapped: CompletionConvertible {}
