// In the typed form a literal is the matcher for what is equal to it, as it is in the dynamic form.

extension ArgumentMatcher: ExpressibleByIntegerLiteral where Value: Numeric {
  /// The number.
  ///
  /// One that the type cannot hold is equal to nothing.
  public init(integerLiteral value: Int) {
    self.init(ErasedArgumentMatcher(equalTo: value))
  }
}

extension ArgumentMatcher: ExpressibleByFloatLiteral where Value: BinaryFloatingPoint {
  /// The number.
  public init(floatLiteral value: Double) {
    self.init(ErasedArgumentMatcher(equalTo: value))
  }
}

extension ArgumentMatcher: ExpressibleByBooleanLiteral where Value == Bool {
  /// True or false.
  public init(booleanLiteral value: Bool) {
    self.init("\(value)") { $0 == value }
  }
}

extension ArgumentMatcher: ExpressibleByNilLiteral where Value: ExpressibleByNilLiteral {
  /// Nil.
  public init(nilLiteral: ()) {
    self.init(ErasedArgumentMatcher("nil") { flattened($0) == nil })
  }
}

extension ArgumentMatcher: ExpressibleByUnicodeScalarLiteral where Value == String {}
extension ArgumentMatcher: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {}
extension ArgumentMatcher: ExpressibleByStringLiteral where Value == String {
  /// The text.
  public init(stringLiteral value: String) {
    self.init(spelling(of: value)) { $0 == value }
  }
}
