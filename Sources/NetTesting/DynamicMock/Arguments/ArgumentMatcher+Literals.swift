// In the typed form a literal matches equal values, as it does in the dynamic form.

extension ArgumentMatcher: ExpressibleByIntegerLiteral where Value: Numeric {
  /// Matches this number.
  ///
  /// A number that the type cannot represent matches nothing.
  public init(integerLiteral value: Int) {
    self.init(ErasedArgumentMatcher(equalTo: value))
  }
}

extension ArgumentMatcher: ExpressibleByFloatLiteral where Value: BinaryFloatingPoint {
  /// Matches this number.
  public init(floatLiteral value: Double) {
    self.init(ErasedArgumentMatcher(equalTo: value))
  }
}

extension ArgumentMatcher: ExpressibleByBooleanLiteral where Value == Bool {
  /// Matches this value.
  public init(booleanLiteral value: Bool) {
    self.init("\(value)") { $0 == value }
  }
}

extension ArgumentMatcher: ExpressibleByNilLiteral where Value: ExpressibleByNilLiteral {
  /// Matches nil.
  public init(nilLiteral: ()) {
    self.init(ErasedArgumentMatcher("nil") { flattened($0) == nil })
  }
}

extension ArgumentMatcher: ExpressibleByUnicodeScalarLiteral where Value == String {}
extension ArgumentMatcher: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {}
extension ArgumentMatcher: ExpressibleByStringLiteral where Value == String {
  /// Matches this string.
  public init(stringLiteral value: String) {
    self.init(ErasedArgumentMatcher(equalTo: value))
  }
}
