import Net

/// Expects members to be called in this order, even across several mocks.
///
/// ```swift
/// inOrder {
///   file.expect.open().toBeCalled()
///   log.expect.write(any()).toBeCalled(times: 1...)
///   file.expect.close().toBeCalled()
/// }
/// ```
///
/// The turn of an expectation in the closure comes when those before it have been called as often as
/// required, and ends when a later one is called. A call out of turn fails the test at the line of its
/// expectation and is not counted. This applies even if an expectation outside the closure, such as a
/// fallback of the setup, accepts the call. As long as the order needs the call, only an expectation that
/// must still be called takes it before its turn. Otherwise expectations outside the closure have no order.
///
/// A count that an expectation states does not limit the later ones of its order, and `.never` forbids nothing before
/// its turn:
///
/// ```swift
/// inOrder {
///   log.expect.write(any()).toBeCalled(times: 2)
///   file.expect.close().toBeCalled()
///   log.expect.write(any()).toAlways(.return(()))  // any number of times, after close()
/// }
/// ```
///
/// An order inside the closure is part of this one, such as that of a function which states the calls of a login.
@discardableResult
public func inOrder<Result>(_ body: () throws -> Result) rethrows -> Result {
  try CallOrder.$current.withValue(CallOrder.current ?? CallOrder(), operation: body)
}

/// The order of expectations.
final class CallOrder: Sendable {
  /// The order that expectations stated on this task join.
  @TaskLocal static var current: CallOrder?

  /// The position of an expectation in an order.
  struct Step: Sendable {
    var order: CallOrder
    var index: Int
  }

  /// The reason why a call is out of turn.
  enum Complaint: Sendable, Hashable {
    /// This expectation must be called first.
    case tooEarly(before: CallSequence.Entry)
    /// This later expectation has already been called.
    case tooLate(after: CallSequence.Entry)
  }

  private let sequence = Lock(CallSequence())

  /// Adds an expectation and returns its position.
  func join(_ text: String, count: CallCount, at place: SourcePlace) -> Step {
    Step(
      order: self,
      index: sequence.withLock { $0.add(CallSequence.Entry(text: text, count: count, place: place)) })
  }

  /// Counts a call if it is expected next; otherwise returns a complaint.
  ///
  /// Mocks call this while they hold their locks: it is short and calls no other code.
  func take(_ index: Int) -> Complaint? { sequence.withLock { $0.take(index) } }
}

/// The expectations of an order, as a pure value.
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
