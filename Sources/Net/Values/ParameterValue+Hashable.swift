extension ParameterValue: Hashable {
  /// Returns whether the values are the same case with equal contents.
  ///
  /// Strings and keys are equal if they have the same code points, and therefore the same bytes on the wire.
  public static func == (left: ParameterValue, right: ParameterValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left.hasCodePoints(of: right)
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): haveEqualMembers(left, right)
    case (.pairs(let left), .pairs(let right)): left == right
    default: false
    }
  }

  /// Hashes the case and its contents.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): value.hashCodePoints(into: &hasher)
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values)
    case .dictionary(let values): hasher.combine(values)
    case .pairs(let pairs): hasher.combine(pairs)
    }
  }

  /// A dictionary finds a key in each of its spellings.
  private static func haveEqualMembers(
    _ left: [String: ParameterValue], _ right: [String: ParameterValue]
  ) -> Bool {
    left.count == right.count
      && left.allSatisfy { key, value in
        guard let index = right.index(forKey: key) else { return false }
        return right[index].key.hasCodePoints(of: key) && right[index].value == value
      }
  }
}

extension ParameterValue.Pair: Hashable {
  /// Returns whether the values are equal and the keys have the same code points.
  public static func == (left: ParameterValue.Pair, right: ParameterValue.Pair) -> Bool {
    left.key.hasCodePoints(of: right.key) && left.value == right.value
  }

  /// Hashes the code points of the key, and the value.
  public func hash(into hasher: inout Hasher) {
    key.hashCodePoints(into: &hasher)
    hasher.combine(value)
  }
}
