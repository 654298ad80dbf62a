public import Stream

extension Event: OutcomeConvertible, CompletionConvertible {
  /// An element is a success with it.
  public var outcome: Outcome<Element, any Error>? {
    switch self {
    case .next(let element): .success(element)
    case .error(let error): .failure(error)
    case .completed: .completed
    }
  }
}

extension Event: Equatable where Element: Equatable {
  /// Elements are equal by their own equality.
  ///
  /// Errors are by theirs when they have one (an `NSError`, and an error of Foundation that stands for one,
  /// by domain and code), else when type and description are.
  public static func == (left: Event, right: Event) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): isEqual(left, right)
    case (.completed, .completed): true
    default: false
    }
  }
}
