import Foundation

/// Decides which arguments an expectation of a mock matches.
///
/// A value that is not a matcher matches equal values.
///
/// ```swift
/// let even = ArgumentMatcher<Int>("an even number") { $0.isMultiple(of: 2) }
/// expect.baz(buz: even).toBeCalled()
/// ```
///
/// A matcher must have no side effects. It is called only with arguments of its type, on any thread, and possibly
/// several times for one call.
public struct ArgumentMatcher<Value>: Sendable, CustomStringConvertible {
  let erased: ErasedArgumentMatcher

  /// A description for the table of a report: `an even number`.
  public var description: String { erased.description }

  /// Creates a matcher from a condition.
  public init(_ description: String, where condition: @escaping @Sendable (Value) -> Bool) {
    self.init(ErasedArgumentMatcher(description) { value in casting(value, to: Value.self).map(condition) })
  }

  init(_ erased: ErasedArgumentMatcher) { self.erased = erased }
}

/// A type-erased matcher.
struct ErasedArgumentMatcher: Sendable {
  var description: String
  /// Whether an argument matches; nil for an argument of another type, which neither the matcher nor its negation
  /// matches.
  var verdict: @Sendable (Any?) -> Bool?
  /// The value that an argument must be equal to; nil if a condition decides.
  var value: (any Sendable)?
  /// Called with the argument of the call that the expectation answers.
  var chosen: @Sendable (Any?) -> Void = { _ in }

  init(
    _ description: String, chosen: @escaping @Sendable (Any?) -> Void = { _ in },
    verdict: @escaping @Sendable (Any?) -> Bool?
  ) {
    self.description = description
    self.verdict = verdict
    self.chosen = chosen
  }

  /// Whether it matches an argument.
  func accepts(_ argument: Any?) -> Bool { verdict(argument) == true }
}

/// A matcher whose type is unknown.
protocol ErasedArgumentMatching {
  var erased: ErasedArgumentMatcher { get }
}

extension ArgumentMatcher: ErasedArgumentMatching {}

extension ErasedArgumentMatcher {
  /// Creates a matcher for values that are equal to a value of an `Equatable` type.
  init(equalTo value: any Sendable) {
    // Found now, because a call may arrive on a thread where the type is not `Equatable`.
    let equality = flattened(value).flatMap { TypeEquality(of: type(of: $0)) }
    self.init(excerpt(of: spelling(of: value), limit: 100)) {
      isEqual(flattened($0), flattened(value), by: equality)
    }
    self.value = value
  }

  /// Creates a matcher from an argument: a matcher as it is, nil for nil, and any other value for equal values.
  ///
  /// Returns nil for a value that cannot be compared.
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

/// Whether two values of unknown types are equal.
///
/// Numbers are compared by value, because a literal is an `Int` or a `Double` if its type is unknown.
private func isEqual(_ value: Any?, _ known: Any?, by equality: TypeEquality?) -> Bool {
  guard let value, let known, let equality else { return value == nil && known == nil }
  if type(of: value) != type(of: known), let isSame = isSameNumber(value, known) { return isSame }
  return equality.areEqual(known, value)
}

/// Whether both are the same number; nil if one of them is none.
private func isSameNumber(_ value: Any, _ known: Any) -> Bool? {
  switch (value, known) {
  case (let value as Decimal, _): decimal(known).map { value == $0 }
  case (_, let known as Decimal): decimal(value).map { $0 == known }
  case (let value as any BinaryInteger, let known as any BinaryInteger): areSame(value, known)
  case (let value as any BinaryInteger, let known as any BinaryFloatingPoint): areSame(known, value)
  case (let value as any BinaryFloatingPoint, let known as any BinaryInteger): areSame(value, known)
  case (let value as any BinaryFloatingPoint, let known as any BinaryFloatingPoint): areSame(value, as: known)
  default: nil
  }
}

/// The number as it is written, so that the literal 0.1 is the decimal 0.1; nil if it is none.
private func decimal(_ number: Any) -> Decimal? {
  switch number {
  case let number as Decimal: number
  case let number as any BinaryInteger: Decimal(string: "\(number)")
  case let number as any BinaryFloatingPoint: Decimal(string: "\(number)")
  default: nil
  }
}

private func areSame(_ left: some BinaryInteger, _ right: some BinaryInteger) -> Bool { left == right }

private func areSame<Number: BinaryFloatingPoint>(_ number: Number, _ integer: some BinaryInteger) -> Bool {
  Number(exactly: integer) == number
}

/// Whether the known number, rounded to the type of the argument, is the argument: `0.1` is a `Double` as a literal, and
/// the same `Float` as `0.1` where the code under test passes a `Float`.
private func areSame<Number: BinaryFloatingPoint>(_ number: Number, as known: some BinaryFloatingPoint)
  -> Bool
{
  let rounded = Number(known)
  return rounded == number && rounded.isFinite == known.isFinite
}
