/// The part of a representation that a stored 206 contains (RFC 9110 section 14.4).
///
/// ```swift
/// let part = StoredRange(first: 500, last: 999, total: 1234)
/// print(part.count)  // 500
/// ```
public struct StoredRange: Sendable, Hashable, Codable {
  /// The position of the first byte.
  public var first: Int64
  /// The position of the last byte, inclusive.
  public var last: Int64
  /// The length of the whole representation, or nil if the server did not say.
  public var total: Int64?

  /// Creates a part.
  public init(first: Int64, last: Int64, total: Int64?) {
    self.first = first
    self.last = last
    self.total = total
  }

  /// The number of bytes, or 0 if the positions are not a valid range.
  public var count: Int64 { isValid ? last - first + 1 : 0 }

  /// Whether the positions are a valid range.
  ///
  /// A store may return invalid values.
  var isValid: Bool { first >= 0 && first <= last && last < .max && total.map { last < $0 } ?? true }
}
