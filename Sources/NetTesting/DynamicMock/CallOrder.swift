import Net

/// States in which order members are called, also those of several mocks.
///
/// ```swift
/// inOrder {
///   file.expect.open().toBeCalled()
///   log.expect.write(any()).toBeCalled(times: 1...)
///   file.expect.close().toBeCalled()
/// }
/// ```
///
/// Each expectation that is stated inside has its turn when those before it have been called as often as they
/// have to, and loses it when a later one is called. A call out of turn fails the test at the line of its
/// expectation, and is not counted. What is stated elsewhere is in no order.
public func inOrder<Result>(_ body: () throws -> Result) rethrows -> Result {
  try CallOrder.$current.withValue(CallOrder(), operation: body)
}

/// The order in which expectations are to be called.
final class CallOrder: Sendable {
  /// The order that what is stated on this task joins.
  @TaskLocal static var current: CallOrder?

  /// One expectation's place in an order.
  struct Step: Sendable {
    var order: CallOrder
    var index: Int
  }

  /// Why a call is out of turn.
  enum Complaint: Sendable, Hashable {
    /// This one has to be called first.
    case tooEarly(before: CallSequence.Entry)
    /// This one, a later one, has been called already.
    case tooLate(after: CallSequence.Entry)
  }

  private let sequence = Lock(CallSequence())

  /// Adds an expectation, and answers its place.
  func join(_ text: String, count: CallCount, at place: SourcePlace) -> Step {
    Step(
      order: self,
      index: sequence.withLock { $0.add(CallSequence.Entry(text: text, count: count, place: place)) })
  }

  /// Takes the turn, or says why it has not come.
  ///
  /// Mocks call this under their locks: it is short, and calls nothing.
  func take(_ index: Int) -> Complaint? { sequence.withLock { $0.take(index) } }
}

/// Expectations in order, as a pure value.
struct CallSequence: Sendable {
  struct Entry: Sendable, Hashable {
    var text: String
    var count: CallCount
    var place: SourcePlace
    var used = 0
  }

  private(set) var entries: [Entry] = []

  mutating func add(_ entry: Entry) -> Int {
    entries.append(entry)
    return entries.count - 1
  }

  mutating func take(_ index: Int) -> CallOrder.Complaint? {
    if let owed = entries[..<index].first(where: { $0.used < $0.count.required }) {
      return .tooEarly(before: owed)
    }
    if let called = entries[(index + 1)...].last(where: { $0.used > 0 }) { return .tooLate(after: called) }
    entries[index].used += 1
    return nil
  }
}
