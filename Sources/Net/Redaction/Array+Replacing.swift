extension [UInt8] {
  /// Returns the bytes with other ones in place of each range, or nil if there are no ranges.
  ///
  /// Where ranges overlap, the new bytes of the first one replace all of them.
  ///
  /// - `edits`: The ranges, ordered by their beginnings, and the new bytes.
  func replacing(_ edits: [(Range<Int>, [UInt8])]) -> [UInt8]? {
    guard !edits.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var copied = 0
    for (range, new) in edits {
      if range.lowerBound >= copied {
        result += self[copied..<range.lowerBound]
        result += new
      }
      copied = Swift.max(copied, range.upperBound)
    }
    return result + self[copied...]
  }
}
