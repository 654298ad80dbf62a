/// A use of a mock that has happened, for the test to look at.
///
/// ```swift
/// #expect(mock.calls.baz.count == 2)
/// #expect(mock.calls.baz.last?.arguments.buz == 3)
/// #expect(mock.calls.map(\.description) == ["open()", "write(\"x\")", "close()"])
/// ```
///
/// The log keeps the arguments as long as the mock lives, so a callback that is an argument has to be `@escaping`.
public struct MockCall: Sendable, CustomStringConvertible {
  /// What was used, and how.
  public let member: MockMember
  /// With which arguments; that of a property that was set is its value.
  public let arguments: CallArguments
  /// Whether an expectation accepted it.
  public let wasExpected: Bool
  /// The use as it would be written: `baz(buz: 3)`.
  public let description: String
}

/// The arguments of a call that has happened.
///
/// Only what may be shared between threads can be read.
@dynamicMemberLookup
public struct CallArguments: @unchecked Sendable {
  // Guarded by the accessors: they hand out values of `Sendable` types only, whoever asks, and the values are
  // never changed, so nothing that belongs to one thread is reached from another.
  private let arguments: MockArguments

  init(_ arguments: MockArguments) { self.arguments = arguments }

  /// The labels, in order; empty where there is none.
  public var argumentLabels: [String] { arguments.argumentLabels }

  /// How many there are.
  public var argumentCount: Int { arguments.argumentCount }

  /// The argument with this label; nil when there is none, or it is of another type.
  public subscript<Value: Sendable>(dynamicMember label: String) -> Value? {
    arguments.argumentLabels.firstIndex(of: label).flatMap { self[$0] }
  }

  /// The argument at this position, counted from 0; nil when there is none, or it is of another type.
  public subscript<Value: Sendable>(position: Int) -> Value? {
    guard arguments.values.indices.contains(position) else { return nil }
    let value = arguments.values[position]
    // Every value casts to `any Sendable`, and every array to one of them, because that leaves no trace at run time.
    guard Value.self != (any Sendable).self else { return nil }
    if let value, value is any Collection, type(of: value) != Value.self { return nil }
    return casting(value, to: Value.self)
  }
}

/// The uses of a mock in the order they happened; by name, those of one member.
@dynamicMemberLookup
public struct MockCallLog: RandomAccessCollection, Sendable {
  private let calls: [MockCall]

  init(_ calls: [MockCall]) { self.calls = calls }

  /// The first position.
  public var startIndex: Int { calls.startIndex }

  /// The position after the last.
  public var endIndex: Int { calls.endIndex }

  /// The call at this position.
  public subscript(position: Int) -> MockCall { calls[position] }

  /// The calls of one member.
  public subscript(dynamicMember name: String) -> MockCallLog { self[name] }

  /// The calls of one member; for a member whose name a collection has too, as `first`.
  public subscript(name: String) -> MockCallLog { MockCallLog(calls.filter { $0.member.name == name }) }
}
