/// An event of an observable: an element, or the end.
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
  /// The stream has completed. Nothing follows.
  case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
  /// The event without its type: `next("a")`, `error(…)` or `completed`.
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(String(reflecting: element)))"
    case .error(let error): "error(\(String(reflecting: error)))"
    case .completed: "completed"
    }
  }
}

extension Event {
  /// The element, if this is `next`.
  public var element: Element? {
    if case .next(let element) = self { element } else { nil }
  }

  /// The error, if this is `error`.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether this ends the stream.
  public var isStopEvent: Bool {
    if case .next = self { false } else { true }
  }

  /// Whether this is `completed`.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }
}

extension Event {
  /// Returns this event with its element transformed.
  ///
  /// ```swift
  /// let text = Event.next(1).map { "\($0)" }
  /// ```
  ///
  /// If the closure throws, the result is that error.
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    switch self {
    case .next(let element):
      do { return .next(try transform(element)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    case .completed: return .completed
    }
  }
}

/// The result of a single.
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
