import Foundation

extension Date {
  /// The date for a description, or its seconds since 1970 if they are not finite, for which Foundation's text ends the
  /// process.
  var shown: Any { timeIntervalSince1970.isFinite ? self : timeIntervalSince1970 }
}

extension ParameterValue {
  /// Whether Foundation's text of a date in the value would end the process.
  var holdsInfiniteDate: Bool {
    switch self {
    case .date(let date): !date.timeIntervalSince1970.isFinite
    case .array(let values): values.contains(where: \.holdsInfiniteDate)
    case .dictionary(let members): members.values.contains(where: \.holdsInfiniteDate)
    case .pairs(let pairs): pairs.contains { $0.value.holdsInfiniteDate }
    case .null, .bool, .integer, .unsigned, .double, .string, .data: false
    }
  }
}

extension ParameterValue: CustomReflectable {
  /// The case with its value.
  ///
  /// A date that is not finite is shown as its seconds since 1970.
  public var customMirror: Mirror {
    let value: (label: String?, value: Any)? =
      switch self {
      case .null: nil
      case .bool(let value): ("bool", value)
      case .integer(let value): ("integer", value)
      case .unsigned(let value): ("unsigned", value)
      case .double(let value): ("double", value)
      case .string(let value): ("string", value)
      case .date(let value): ("date", value.shown)
      case .data(let value): ("data", value)
      case .array(let value): ("array", value)
      case .dictionary(let value): ("dictionary", value)
      case .pairs(let value): ("pairs", value)
      }
    return Mirror(self, children: value.map { [$0] } ?? [], displayStyle: .enum)
  }
}
