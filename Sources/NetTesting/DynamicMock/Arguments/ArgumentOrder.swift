import Foundation

/// The order of an argument beside a value that the test has stated.
enum ArgumentOrder: Sendable {
  case less, equal, greater
  /// One of them is not a number.
  case none

  init<Value: Comparable>(_ value: Value, _ known: Value) {
    self = value < known ? .less : value == known ? .equal : .greater
  }

  /// The order of the two the other way round.
  var reversed: ArgumentOrder {
    switch self {
    case .less: .greater
    case .greater: .less
    case .equal, .none: self
    }
  }
}

/// The order of two numbers or two texts of any type, compared by value; nil for anything else.
func order(of value: Any, beside known: Any) -> ArgumentOrder? {
  if let left = text(of: value), let right = text(of: known) { return ArgumentOrder(left, right) }
  return switch (value, known) {
  case (let value as Decimal, _): order(value, known)
  case (_, let known as Decimal): order(known, value)?.reversed
  case (let value as any BinaryInteger, let known as any BinaryInteger): order(value, known)
  case (let value as any BinaryInteger, let known as any BinaryFloatingPoint): order(known, value).reversed
  case (let value as any BinaryFloatingPoint, let known as any BinaryInteger): order(value, known)
  case (let value as any BinaryFloatingPoint, let known as any BinaryFloatingPoint): order(value, of: known)
  default: nil
  }
}

/// The text of a string, a part of one or a character; nil for anything else.
func text(of value: Any) -> String? {
  func string(_ text: some StringProtocol) -> String { String(text) }
  return switch value {
  case let text as any StringProtocol: string(text)
  case let character as Character: String(character)
  default: nil
  }
}

private func order(_ left: some BinaryInteger, _ right: some BinaryInteger) -> ArgumentOrder {
  left < right ? .less : left == right ? .equal : .greater
}

/// Compares without rounding the integer to the other type.
private func order<Integer: BinaryInteger>(_ number: some BinaryFloatingPoint, _ integer: Integer)
  -> ArgumentOrder
{
  if number.isNaN { return .none }
  let floor = number.rounded(.down)
  guard let whole = Integer(exactly: floor) else { return number < 0 ? .less : .greater }
  if whole != integer { return whole < integer ? .less : .greater }
  return floor == number ? .equal : .greater
}

/// Compares with the known number as the type of the argument has it: `0.1` is a `Double` as a literal, and the same
/// `Float` as `0.1` where the code under test passes a `Float`.
private func order<Number: BinaryFloatingPoint, Known: BinaryFloatingPoint>(_ number: Number, of known: Known)
  -> ArgumentOrder
{
  if number.isNaN || known.isNaN { return .none }
  let rounded = Number(known)
  if rounded == number, rounded.isFinite == known.isFinite { return .equal }
  // The wider type has both without rounding.
  if Number.significandBitCount >= Known.significandBitCount { return ArgumentOrder(number, rounded) }
  return ArgumentOrder(Known(number), known)
}

/// Compares with a number as it is written, so that the literal 0.1 is the decimal 0.1; nil if the other is none.
private func order(_ decimal: Decimal, _ other: Any) -> ArgumentOrder? {
  let written: String
  let size: Double
  switch other {
  case let other as Decimal: (written, size) = ("\(other)", NSDecimalNumber(decimal: other).doubleValue)
  case let other as any BinaryInteger: (written, size) = ("\(other)", Double(other))
  case let other as any BinaryFloatingPoint: (written, size) = ("\(other)", Double(other))
  default: return nil
  }
  if decimal.isNaN || size.isNaN { return ArgumentOrder.none }
  // A decimal has less than 170 digits before or after its point.
  if size.magnitude >= 1e150 { return size > 0 ? .less : .greater }
  guard size == 0 || size.magnitude > 1e-110, let other = Decimal(string: written) else {
    return ArgumentOrder(NSDecimalNumber(decimal: decimal).doubleValue, size)
  }
  return ArgumentOrder(decimal, other)
}
