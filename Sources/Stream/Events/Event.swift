/// What an observable sends: an element, or its end.
///
/// A stream is `next* (error | completed)?` (law 1).
///
/// ```swift
/// _ = numbers.subscribe { event in
///   if case .next(let number) = event { print(number) }
/// }
/// ```
public enum Event<Element> {
  /// The stream has produced an element.
  case next(Element)
  /// The stream has failed. Nothing follows.
  case error(any Error)
  /// The stream has ended well. Nothing follows.
  case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event {
  /// The element of a `next`.
  public var element: Element? {
    if case .next(let element) = self { element } else { nil }
  }

  /// The error of an `error`.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether this is the end, good or bad.
  public var isStopEvent: Bool {
    if case .next = self { false } else { true }
  }

  /// Whether this is the good end.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }
}

/// What a single sends, once.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension Event where Element: Sendable {
  @inlinable
  init(_ ending: Ending) {
    switch ending {
    case .completed: self = .completed
    case .error(let error): self = .error(error)
    }
  }
}
