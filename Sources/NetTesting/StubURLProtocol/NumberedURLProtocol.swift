/// A number as a type that is created at run time: each binary digit is a generic type around the digits before it.
protocol TypeDigits {
  static var number: Int { get }
}

enum NoDigits: TypeDigits {
  static var number: Int { 0 }
}

enum DigitZero<Before: TypeDigits>: TypeDigits {
  static var number: Int { Before.number * 2 }
}

enum DigitOne<Before: TypeDigits>: TypeDigits {
  static var number: Int { Before.number * 2 + 1 }
}

/// A subclass of ``StubURLProtocol`` for each number, which identifies a set of stubs.
///
/// A session takes classes and creates the objects itself, so only the class can identify the stubs. On Linux, a
/// protocol sees no header that could carry the number.
final class NumberedURLProtocol<Digits: TypeDigits>: StubURLProtocol {
  override class var number: Int { Digits.number }
}

extension StubURLProtocol {
  /// Returns the subclass with this number.
  static func numbered(_ number: Int) -> StubURLProtocol.Type {
    let digits = String(number, radix: 2).map { $0 == "1" }
    return numbered(digits[...], after: NoDigits.self)
  }

  private static func numbered<Digits: TypeDigits>(
    _ digits: ArraySlice<Bool>, after: Digits.Type
  ) -> StubURLProtocol.Type {
    guard let digit = digits.first else { return NumberedURLProtocol<Digits>.self }
    return digit
      ? numbered(digits.dropFirst(), after: DigitOne<Digits>.self)
      : numbered(digits.dropFirst(), after: DigitZero<Digits>.self)
  }
}
