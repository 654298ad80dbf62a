/// Which arguments an expectation of a mock accepts.
///
/// A value that is no matcher accepts what is equal to it.
///
/// ```swift
/// let even = ArgumentMatcher<Int>("an even number") { $0.isMultiple(of: 2) }
/// expect.baz(buz: even).toBeCalled()
/// ```
///
/// A matcher decides only. What it is given is of the type that it is for, or it is not asked. It may be asked
/// on any thread, and more than once for a call.
public struct ArgumentMatcher<Value>: Sendable, CustomStringConvertible {
  let erased: ErasedArgumentMatcher

  /// What is accepted, in words for the table of a report: `an even number`.
  public var description: String { erased.description }

  /// Makes a matcher of a condition.
  public init(_ description: String, where condition: @escaping @Sendable (Value) -> Bool) {
    self.init(
      ErasedArgumentMatcher(description) { value in casting(value, to: Value.self).map(condition) ?? false })
  }

  init(_ erased: ErasedArgumentMatcher) { self.erased = erased }
}

/// What a matcher is to the engine, which knows no types.
struct ErasedArgumentMatcher: Sendable {
  var description: String
  /// Whether it accepts an argument.
  var accepts: @Sendable (Any?) -> Bool
  /// What it does with the argument of the call that was chosen.
  var chosen: @Sendable (Any?) -> Void = { _ in }

  init(
    _ description: String, chosen: @escaping @Sendable (Any?) -> Void = { _ in },
    accepts: @escaping @Sendable (Any?) -> Bool
  ) {
    self.description = description
    self.accepts = accepts
    self.chosen = chosen
  }
}

/// A matcher whose type is not known.
protocol ErasedArgumentMatching {
  var erased: ErasedArgumentMatcher { get }
}

extension ArgumentMatcher: ErasedArgumentMatching {}

extension ErasedArgumentMatcher {
  /// A matcher for what is equal to a value of an `Equatable` type.
  init(equalTo value: any Sendable) {
    self.init(excerpt(of: spelling(of: value), limit: 100)) { isEqual(flattened($0), flattened(value)) }
  }

  /// A matcher as it is, nil for nil, and anything else for what is equal to it.
  ///
  /// Nil for a value that nothing can be equal to.
  init?(standingFor value: (any Sendable)?) {
    guard let value, let inner = flattened(value) else {
      self.init("nil") { flattened($0) == nil }
      return
    }
    if let matcher = inner as? any ErasedArgumentMatching {
      self = matcher.erased
    } else if inner is any Equatable {
      self.init(equalTo: value)
    } else if type(of: inner) is AnyClass {
      let identity = ObjectIdentifier(inner as AnyObject)
      self.init("the same \(type(of: inner))") { argument in
        guard let argument = flattened(argument), type(of: argument) is AnyClass else { return false }
        return ObjectIdentifier(argument as AnyObject) == identity
      }
    } else {
      return nil
    }
  }
}

/// Whether two values of types that are not known are equal.
///
/// Numbers are equal by their value, because a literal is an `Int` or a `Double` wherever its type is not
/// known.
private func isEqual(_ value: Any?, _ known: Any?) -> Bool {
  guard let value, let known = known as? any Equatable else { return value == nil && known == nil }
  if type(of: value) != type(of: known), let left = number(value), let right = number(known) {
    return left == right
  }
  func equals<Known: Equatable>(_ known: Known) -> Bool { casting(value, to: Known.self) == known }
  return equals(known)
}

/// A number as a `Double`, if that is exact.
private func number(_ value: Any) -> Double? {
  switch value {
  case let value as any BinaryInteger: Double(exactly: value)
  case let value as any BinaryFloatingPoint: Double(exactly: value)
  default: nil
  }
}
