extension BinaryInteger {
  /// Returns the number with its noun, for texts that people read: `1 byte`, `2 bytes`.
  ///
  /// - Parameter noun: The singular of a noun whose plural only adds an s, with any words before it: `more request`.
  /// - Returns: The number without grouping, a space, and the noun.
  @inline(never)
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
