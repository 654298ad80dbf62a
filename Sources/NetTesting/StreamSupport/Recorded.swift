public import Stream

/// A value and the virtual time at which it came.
///
/// ```swift
/// expect(observer.events).to(equal([.next(210, 1), .next(.milliseconds(220_500), 2), .completed(230)]))
/// ```
///
/// An `Int` time is in ticks of one second.
public struct Recorded<Value> {
  /// When it came.
  public var time: Duration
  /// What came.
  public var value: Value

  /// Makes one, from a time.
  public init(time: Duration, value: Value) {
    self.time = time
    self.value = value
  }

  /// Makes one, from a tick.
  public init(time tick: Int, value: Value) { self.init(time: .seconds(tick), value: value) }
}

extension Recorded: Sendable where Value: Sendable {}
extension Recorded: Equatable where Value: Equatable {}

extension Recorded: CustomStringConvertible {
  /// The value and the time: `next(1) @ 210`.
  public var description: String { "\(value) @ \(ticks(of: time))" }
}

extension Recorded {
  /// Several events, for where the type of their elements would have to be written out.
  ///
  /// ```swift
  /// let expected = Recorded.events(.next(210, 1), .completed(230))
  /// ```
  public static func events<Element>(
    _ recordedEvents: Recorded<Event<Element>>...
  ) -> [Recorded<Event<Element>>] where Value == Event<Element> {
    recordedEvents
  }

  /// An element at a tick.
  public static func next<Element>(_ tick: Int, _ element: Element) -> Recorded
  where Value == Event<Element> {
    Recorded(time: tick, value: .next(element))
  }

  /// An element at a time.
  public static func next<Element>(
    _ time: Duration, _ element: Element
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// An error at a tick.
  public static func error<Element>(
    _ tick: Int, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: tick, value: .error(error))
  }

  /// An error at a time.
  public static func error<Element>(
    _ time: Duration, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }

  /// The good end at a tick.
  public static func completed<Element>(
    _ tick: Int, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: tick, value: .completed)
  }

  /// The good end at a time.
  public static func completed<Element>(
    _ time: Duration, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }
}

/// When a subscription to a ``TestableObservable`` began, and when it was over.
///
/// ```swift
/// expect(source.subscriptions).to(equal([Subscription(200, 230)]))
/// ```
public struct Subscription: Sendable, Hashable, CustomStringConvertible {
  /// When it began.
  public var subscribe: Duration
  /// When it was over; nil while it is not.
  public var unsubscribe: Duration?

  /// Makes one, from times.
  public init(_ subscribe: Duration, _ unsubscribe: Duration? = nil) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  /// Makes one, from ticks.
  public init(_ subscribe: Int, _ unsubscribe: Int? = nil) {
    self.init(.seconds(subscribe), unsubscribe.map { .seconds($0) })
  }

  /// Both times: `200...230`.
  public var description: String { "\(ticks(of: subscribe))...\(unsubscribe.map(ticks(of:)) ?? "")" }
}

/// A time in ticks: `210`, and `4.9 seconds` when it is none.
private func ticks(of time: Duration) -> String {
  time.components.attoseconds == 0 ? "\(time.components.seconds)" : "\(time)"
}
