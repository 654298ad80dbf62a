/// A recorded call of a mock, for the test to inspect.
///
/// ```swift
/// #expect(mock.calls.baz.count == 2)
/// #expect(mock.calls.baz.last?.arguments.buz == 3)
/// #expect(mock.calls.map(\.description) == ["open()", "write(\"x\")", "close()"])
/// ```
///
/// The log keeps the arguments as long as the mock lives, so a callback argument must be `@escaping`.
public struct MockCall: Sendable, CustomStringConvertible {
  /// The member, and how it was used.
  public let member: MockMember
  /// The arguments; for a property that was set, its new value.
  public let arguments: CallArguments
  /// Whether an expectation matched it.
  public let wasExpected: Bool
  /// The call as it would be written: `baz(buz: 3)`.
  public let description: String
}

/// The arguments of a recorded call.
///
/// Only values of `Sendable` types can be read.
@dynamicMemberLookup
public struct CallArguments: @unchecked Sendable {
  // Guarded by the accessors: they return only values of `Sendable` types, and the values are never changed, so
  // nothing that belongs to one thread is reached from another.
  private let arguments: MockArguments

  init(_ arguments: MockArguments) { self.arguments = arguments }

  /// The labels, in order; empty for an argument without a label.
  public var argumentLabels: [String] { arguments.argumentLabels }

  /// The number of arguments.
  public var argumentCount: Int { arguments.argumentCount }

  /// The argument with this label; nil if it is missing or has another type.
  public subscript<Value: Sendable>(dynamicMember label: String) -> Value? {
    arguments.argumentLabels.firstIndex(of: label).flatMap { self[$0] }
  }

  /// The argument at this position, counted from 0; nil if it is missing or has another type.
  public subscript<Value: Sendable>(position: Int) -> Value? {
    guard arguments.values.indices.contains(position) else { return nil }
    let value = arguments.values[position]
    // Every value casts to `any Sendable`, and every array to an array of them, because a marker protocol does not
    // exist at run time.
    guard Value.self != (any Sendable).self else { return nil }
    if let inner = flattened(value), inner is any Collection, type(of: inner) != unwrapped(Value.self) {
      return nil
    }
    return casting(value, to: Value.self)
  }
}

/// The recorded calls of a mock, in order; by name, those of one member.
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

  /// The calls of one member; for names that a collection also has, such as `first`.
  public subscript(name: String) -> MockCallLog { MockCallLog(calls.filter { $0.member.name == name }) }
}
