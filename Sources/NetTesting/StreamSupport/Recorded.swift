public import Stream

/// A value with the virtual time at which it was received.
///
/// ```swift
/// expect(observer.events).to(equal([.next(210, 1), .next(.milliseconds(220_500), 2), .completed(230)]))
/// ```
///
/// An `Int` time is in ticks of one second, or of the resolution of a scheduler with another one.
public struct Recorded<Value> {
  /// The time.
  public var time: Duration
  /// The value.
  public var value: Value

  /// Creates a recorded value with a time.
  public init(time: Duration, value: Value) {
    self.time = time
    self.value = value
  }

  /// Creates a recorded value with a tick.
  public init(time tick: Int, value: Value) { self.init(time: .seconds(tick), value: value) }
}

extension Recorded: Sendable where Value: Sendable {}
extension Recorded: Equatable where Value: Equatable {}

extension Recorded: CustomStringConvertible {
  /// The value and its time: `next(1) @ 210`.
  public var description: String { "\(value) @ \(ticks(of: time))" }
}

extension Recorded {
  /// Creates several events without writing the type of their elements.
  ///
  /// ```swift
  /// let expected = Recorded.events(.next(210, 1), .completed(230))
  /// ```
  public static func events<Element>(
    _ recordedEvents: Recorded<Event<Element>>...
  ) -> [Recorded<Event<Element>>] where Value == Event<Element> {
    recordedEvents
  }

  /// Returns the events of an array without writing the type of their elements.
  ///
  /// ```swift
  /// let expected = Recorded.events([.next(210, 1), .completed(230)])
  /// ```
  public static func events<Element>(
    _ recordedEvents: [Recorded<Event<Element>>]
  ) -> [Recorded<Event<Element>>] where Value == Event<Element> {
    recordedEvents
  }

  /// Creates an event with an element and the tick at which it is sent.
  public static func next<Element>(_ tick: Int, _ element: Element) -> Recorded
  where Value == Event<Element> {
    Recorded(time: tick, value: .next(element))
  }

  /// Creates an event with an element and the time at which it is sent.
  public static func next<Element>(
    _ time: Duration, _ element: Element
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// Creates an event with an error and the tick at which it is sent.
  public static func error<Element>(
    _ tick: Int, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: tick, value: .error(error))
  }

  /// Creates an event with an error and the time at which it is sent.
  public static func error<Element>(
    _ time: Duration, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }

  /// Creates a completion event with the tick at which it is sent.
  public static func completed<Element>(
    _ tick: Int, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: tick, value: .completed)
  }

  /// Creates a completion event with the time at which it is sent.
  public static func completed<Element>(
    _ time: Duration, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }
}

/// The times at which a subscription to a ``TestableObservable`` started and ended.
///
/// ```swift
/// expect(source.subscriptions).to(equal([Subscription(200, 230)]))
/// ```
public struct Subscription: Sendable, Hashable, CustomStringConvertible {
  /// When it started.
  public var subscribe: Duration
  /// When it ended; nil while it is active.
  public var unsubscribe: Duration?

  /// Creates a subscription with times.
  public init(_ subscribe: Duration, _ unsubscribe: Duration? = nil) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  /// Creates a subscription with ticks.
  public init(_ subscribe: Int, _ unsubscribe: Int? = nil) {
    self.init(.seconds(subscribe), unsubscribe.map { .seconds($0) })
  }

  /// Both times: `200...230`.
  public var description: String { "\(ticks(of: subscribe))...\(unsubscribe.map(ticks(of:)) ?? "")" }
}

/// A time in ticks such as `210`; `4.9 seconds` if it is not a whole number of ticks.
private func ticks(of time: Duration) -> String {
  time.wholeSeconds.map { "\($0)" } ?? "\(time)"
}
