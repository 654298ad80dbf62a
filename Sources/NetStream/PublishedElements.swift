/// The end of a stream.
enum StreamEnding: Sendable {
  case completed
  case failed(any Error)
}

/// The elements of a stream for a subscriber with demand, as a pure value.
///
/// ```text
/// append* end?               in, from the stream
/// demand*                    in, from the subscriber
/// (element delivered)* end?  out: one at a time, at most as demanded, and the end after all elements
/// ```
struct PublishedElements<Element: Sendable>: Sendable {
  /// The next delivery.
  enum Step: Sendable {
    case nothing
    case element(Element)
    case end(StreamEnding)
  }

  private var elements = FIFO<Element>()
  private var ending: StreamEnding?
  /// The remaining demand.
  ///
  /// Nil means unlimited.
  private var demand: Int? = 0
  private var isDelivering = false

  /// The stream emitted an element.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Called when the stream has ended.
  mutating func end(_ ending: StreamEnding) { self.ending = ending }

  /// Adds to the demand.
  ///
  /// Nil means unlimited.
  mutating func demand(_ more: Int?) {
    guard let demand, let more else {
      self.demand = nil
      return
    }
    let (sum, overflow) = demand.addingReportingOverflow(more)
    self.demand = overflow ? nil : sum
  }

  /// Returns the next delivery, or nothing while an element is being delivered.
  mutating func step() -> Step {
    guard !isDelivering else { return .nothing }
    guard !elements.isEmpty else { return ending.take().map(Step.end) ?? .nothing }
    guard demand != 0, let element = elements.popFirst() else { return .nothing }
    demand = demand.map { $0 - 1 }
    isDelivering = true
    return .element(element)
  }

  /// Called when the element was delivered, and the subscriber demands more.
  ///
  /// Nil means unlimited.
  mutating func delivered(demanding more: Int?) {
    isDelivering = false
    demand(more)
  }
}
