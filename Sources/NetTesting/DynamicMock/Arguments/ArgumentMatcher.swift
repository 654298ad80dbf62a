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
    self.init(
      ErasedArgumentMatcher(description, of: Value.self) { casting($0, to: Value.self).map(condition) })
  }

  init(_ erased: ErasedArgumentMatcher) { self.erased = erased }
}

/// A type-erased matcher.
struct ErasedArgumentMatcher: Sendable {
  var description: String
  /// The types that it can match; none if it can match any.
  var types: [Any.Type]
  /// Whether it looks at nothing but the type.
  var isAboutType = false
  /// Whether an argument matches; nil for an argument of another type, which neither the matcher nor its negation
  /// matches.
  var verdict: @Sendable (Any?) -> Bool?
  /// The value that an argument must be equal to; nil if a condition decides.
  var value: (any Sendable)?
  /// Called with the argument of the call that the expectation answers.
  var chosen: @Sendable (Any?) -> Void = { _ in }

  init(
    _ description: String, of types: Any.Type..., chosen: @escaping @Sendable (Any?) -> Void = { _ in },
    verdict: @escaping @Sendable (Any?) -> Bool?
  ) {
    self.init(description, ofAny: types, chosen: chosen, verdict: verdict)
  }

  init(
    _ description: String, ofAny types: [Any.Type], chosen: @escaping @Sendable (Any?) -> Void = { _ in },
    verdict: @escaping @Sendable (Any?) -> Bool?
  ) {
    self.description = description
    self.types = types
    self.verdict = verdict
    self.chosen = chosen
  }

  /// Whether it matches an argument.
  func accepts(_ argument: Any?) -> Bool { verdict(argument) == true }

  /// The names of the types that it can match, if it can never match this argument; nil otherwise.
  ///
  /// An argument whose type may be one of several that conform to a protocol of the user shows nothing.
  func misuse(with argument: Any?) -> String? {
    guard let argument = flattened(argument), verdict(argument) == nil else { return nil }
    let found = type(of: argument)
    guard !types.contains(where: { $0 == found }),
      (types + [found]).contains(where: { PlainKind(of: $0) != nil })
    else { return nil }
    return typeNames
  }

  /// The names of the types that it can match: "Int or String".
  var typeNames: String {
    var names: [String] = []
    for name in types.map({ "\($0)" }) where !names.contains(name) { names.append(name) }
    return names.joined(separator: " or ")
  }
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
    let types = flattened(value).map { [type(of: $0)] } ?? []
    let equality = types.first.flatMap { TypeEquality(of: $0) }
    self.init(argumentText(value), ofAny: types) {
      areDifferentNils($0, value) ? false : isEqual(flattened($0), flattened(value), by: equality)
    }
    self.value = value
  }

  /// Creates a matcher from an argument: a matcher as it is, nil for nil, a type for itself, and any other value for
  /// equal values.
  ///
  /// Returns nil for a value that cannot be compared.
  init?(standingFor value: (any Sendable)?) {
    guard let value, let inner = flattened(value) else {
      self.init("nil") { flattened($0) == nil }
      return
    }
    if let matcher = inner as? any ErasedArgumentMatching {
      self = matcher.erased
    } else if inner is EmptyLiteral {
      self.init("[]") { argument in
        switch flattened(argument) {
        case let elements as any Collection: elements.isEmpty
        case let options as any SetAlgebra: options.isEmpty
        default: false
        }
      }
    } else if inner is any Equatable {
      self.init(equalTo: value)
    } else if let known = inner as? Any.Type {
      self.init(spelling(of: known)) { argument in
        (flattened(argument) as? Any.Type).map { $0 == known } ?? false
      }
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
