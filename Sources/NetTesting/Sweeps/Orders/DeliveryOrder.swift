import Net

/// The order in which the responses of a run are delivered: the numbers of their requests, and cancellations.
struct DeliveryOrder: Sendable, Hashable, CustomStringConvertible {
  /// One step of an order.
  enum Step: Sendable, Hashable {
    /// The response to the request with this number is delivered.
    case deliver(Int)
    /// The body is cancelled.
    case cancel
  }

  var steps: [Step]

  init(_ steps: [Step] = []) { self.steps = steps }

  /// Reads `order:2,1,x`, or `order:` without steps.
  init?(_ text: String) {
    guard text.hasPrefix("order:") else { return nil }
    let list = text.dropFirst("order:".count)
    var steps: [Step] = []
    for word in list.isEmpty ? [] : list.split(separator: ",", omittingEmptySubsequences: false) {
      if word == "x" {
        steps.append(.cancel)
      } else if let number = Int(word) {
        steps.append(.deliver(number))
      } else {
        return nil
      }
    }
    self.steps = steps
  }

  /// The text that repeats a run: `order:2,1,x`.
  var description: String {
    "order:"
      + steps.map { if case .deliver(let number) = $0 { "\(number)" } else { "x" } }.joined(separator: ",")
  }

  /// The orders without one of the steps, the last one first, and those in which two neighbours are exchanged and which
  /// are then nearer to the order of sending.
  var simpler: [DeliveryOrder] {
    var simpler: [DeliveryOrder] = []
    for index in steps.indices.reversed() {
      var steps = steps
      steps.remove(at: index)
      simpler.append(DeliveryOrder(steps))
    }
    for index in steps.indices.dropLast() {
      guard case .deliver(let first) = steps[index], case .deliver(let second) = steps[index + 1],
        first > second
      else { continue }
      var steps = steps
      steps.swapAt(index, index + 1)
      simpler.append(DeliveryOrder(steps))
    }
    return simpler
  }
}

/// Delivers the responses of one run: first in a given order, then as they were sent or at random.
final class OrderScheme: Sendable {
  /// A decision of a run: what was possible, and what was chosen.
  struct Decision: Sendable, Hashable {
    var options: [DeliveryOrder.Step]
    var choice: DeliveryOrder.Step
  }

  private struct State: Sendable {
    var decisions: [Decision] = []
    var generator: SweepGenerator?
    var isImpossible = false
  }

  private let state: Lock<State>
  /// The first steps.
  let given: DeliveryOrder
  private let cancels: Bool
  /// How long responses are held so that others can become pending, in virtual time.
  let patience: Duration

  /// - Parameters:
  ///   - order: The first steps.
  ///   - generator: Chooses the further steps; nil for the order of sending.
  ///   - cancels: Whether the body may be cancelled in between.
  ///   - patience: How long responses are held so that others can become pending.
  init(
    _ order: DeliveryOrder = DeliveryOrder(), generator: SweepGenerator? = nil, cancels: Bool,
    patience: Duration
  ) {
    state = Lock(State(generator: generator))
    given = order
    self.cancels = cancels
    self.patience = patience
  }

  /// The decisions of the run.
  var decisions: [Decision] { state.withLock { $0.decisions } }

  /// The whole order of the run.
  var taken: DeliveryOrder { DeliveryOrder(decisions.map(\.choice)) }

  /// Whether a step of the given order was not possible.
  var isImpossible: Bool { state.withLock { $0.isImpossible || $0.decisions.count < given.steps.count } }

  /// Returns the number of the request whose response is delivered next, or nil to cancel the body.
  func next(of pending: [Int], canCancel: Bool) -> Int? {
    var options = pending.map { DeliveryOrder.Step.deliver($0) }
    if cancels, canCancel { options.append(.cancel) }
    let given = given.steps
    let choice = state.withLock { state -> DeliveryOrder.Step in
      let index = state.decisions.count
      var choice = options.first ?? .cancel
      if index < given.count {
        if options.contains(given[index]) { choice = given[index] } else { state.isImpossible = true }
      } else if var generator = state.generator {
        choice = options.randomElement(using: &generator) ?? choice
        state.generator = generator
      }
      state.decisions.append(Decision(options: options, choice: choice))
      return choice
    }
    if case .deliver(let number) = choice { return number }
    return nil
  }

  /// The first steps of the next order in a systematic search; nil after the last one.
  static func next(after decisions: [Decision]) -> DeliveryOrder? {
    for index in decisions.indices.reversed() {
      let decision = decisions[index]
      guard let position = decision.options.firstIndex(of: decision.choice),
        position + 1 < decision.options.count
      else { continue }
      return DeliveryOrder(decisions[..<index].map(\.choice) + [decision.options[position + 1]])
    }
    return nil
  }
}
