public import Stream

extension Event: OutcomeConvertible, CompletionConvertible {
  /// The outcome: an element is a success.
  public var outcome: Outcome<Element, any Error>? {
    switch self {
    case .next(let element): .success(element)
    case .error(let error): .failure(error)
    case .completed: .completed
    }
  }
}

extension Event: Equatable where Element: Equatable {
  /// Returns whether two events are equal.
  ///
  /// Errors are compared by domain and code if the second one is an `NSError` or wraps one, by their own equality if
  /// they have one, and otherwise by type and description; objects without a description by their properties.
  public static func == (left: Event, right: Event) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): isEqual(left, right)
    case (.completed, .completed): true
    default: false
    }
  }
}
