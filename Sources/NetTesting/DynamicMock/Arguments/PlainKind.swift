import Foundation

/// The kind of the values of a type of the standard library or of Foundation.
///
/// Values of one kind may be equal although their types differ. A parameter seldom takes values of several kinds, while
/// one of an unknown type may be a protocol that several types of the user conform to.
enum PlainKind: Sendable, Hashable {
  case number, text, truth, list, set, table, bytes, url, date, identifier, duration

  /// Returns nil for any other type; looks into optionals.
  init?(of type: Any.Type) {
    switch unwrapped(type) {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is Decimal.Type: self = .number
    case is any StringProtocol.Type, is Character.Type: self = .text
    case is Bool.Type: self = .truth
    case is any PlainList.Type: self = .list
    case is any PlainSet.Type: self = .set
    case is any PlainTable.Type: self = .table
    case is Data.Type: self = .bytes
    case is URL.Type: self = .url
    case is Date.Type: self = .date
    case is UUID.Type: self = .identifier
    case is Duration.Type: self = .duration
    default: return nil
    }
  }

  /// Whether both types are known, and values of one cannot be equal to those of the other.
  static func areForeign(_ left: Any.Type, _ right: Any.Type) -> Bool {
    guard let left = PlainKind(of: left), let right = PlainKind(of: right) else { return false }
    return left != right
  }

  /// Whether both types are known and of one kind.
  static func areAlike(_ left: Any.Type, _ right: Any.Type) -> Bool {
    PlainKind(of: left).map { $0 == PlainKind(of: right) } ?? false
  }
}
