/// How a stream has ended.
enum StreamEnding: Sendable {
  case completed
  case failed(any Error)
}

/// The elements of a stream on their way to someone who says how many are wanted: a pure value.
///
/// ```text
/// append* end?               in, from the stream
/// demand*                    in, from the one who takes
/// (element delivered)* end?  out: one at a time, no more than demanded, and the end behind them all
/// ```
struct PublishedElements<Element: Sendable>: Sendable {
  /// What is to be handed on.
  enum Step: Sendable {
    case nothing
    case element(Element)
    case end(StreamEnding)
  }

  private var arrived: [Element] = []
  /// What arrived earlier, the first as the last, so that taking it moves no other.
  private var next: [Element] = []
  private var ending: StreamEnding?
  /// How many more are wanted; nil for any number.
  private var demand: Int? = 0
  private var isDelivering = false

  /// The stream has sent an element.
  mutating func append(_ element: Element) { arrived.append(element) }

  /// The stream has ended.
  mutating func end(_ ending: StreamEnding) { self.ending = ending }

  /// So many more are wanted; nil for any number.
  mutating func demand(_ more: Int?) {
    guard let demand, let more else {
      self.demand = nil
      return
    }
    let (sum, overflow) = demand.addingReportingOverflow(more)
    self.demand = overflow ? nil : sum
  }

  /// What is to be handed on now; nothing while an element is.
  mutating func step() -> Step {
    guard !isDelivering else { return .nothing }
    if next.isEmpty {
      next = arrived.reversed()
      arrived = []
    }
    guard !next.isEmpty else {
      guard let ending else { return .nothing }
      self.ending = nil
      return .end(ending)
    }
    guard demand != 0, let element = next.popLast() else { return .nothing }
    demand = demand.map { $0 - 1 }
    isDelivering = true
    return .element(element)
  }

  /// The element that was handed on has been taken, and so many more are wanted; nil for any number.
  mutating func delivered(demanding more: Int?) {
    isDelivering = false
    demand(more)
  }
}
