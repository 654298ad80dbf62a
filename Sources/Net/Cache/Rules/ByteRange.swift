/// One range of `Range: bytes=…` (RFC 9110 section 14.1.2).
enum ByteRange: Sendable, Equatable {
  /// `first-last`, both inclusive.
  case bounded(Int64, Int64)
  /// `first-`.
  case from(Int64)
  /// `-count`: the last bytes.
  case suffix(Int64)

  /// Parses a field with one valid range, or returns nil.
  init?(_ text: String) {
    let bytes = text.utf8
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      HeaderSyntax.folded(HeaderSyntax.trimmed(text[..<equals])) == "bytes"
    else { return nil }
    let range = HeaderSyntax.trimmed(text[bytes.index(after: equals)...])
    guard let dash = range.utf8.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let (left, right) = (String(range[..<dash]), String(range[range.utf8.index(after: dash)...]))
    let (first, last) = (HeaderSyntax.digits(left), HeaderSyntax.digits(right))
    switch (left.isEmpty, right.isEmpty) {
    case (false, true):
      guard let first else { return nil }
      self = .from(first)
    case (true, false):
      guard let last else { return nil }
      self = .suffix(last)
    default:
      guard let first, let last, first <= last else { return nil }
      self = .bounded(first, last)
    }
  }

  /// The stored bytes that answer the range, and their position in the representation.
  struct Slice: Equatable {
    /// Offsets in the stored body.
    var bytes: Range<Int64>
    /// The position of the first byte in the whole representation.
    var first: Int64
    /// The length of the whole representation, or nil if it is unknown.
    var total: Int64?
  }

  /// Returns the slice of a complete body, or nil if no byte of it is in the range.
  func slice(ofComplete size: Int64) -> Slice? {
    let bounds: Range<Int64>
    switch self {
    case .bounded(let first, let last):
      guard first < size else { return nil }
      bounds = first..<min(last, size - 1) + 1
    case .from(let first):
      guard first < size else { return nil }
      bounds = first..<size
    case .suffix(let count):
      guard count > 0, size > 0 else { return nil }
      bounds = max(0, size - count)..<size
    }
    return Slice(bytes: bounds, first: bounds.lowerBound, total: size)
  }

  /// Returns the slice of a stored part, or nil if the part does not contain the range.
  ///
  /// `size` is the length of the stored body, which may contradict `part`. In that case, positions count from the
  /// part's first byte, and suffix ranges count from the end of the body, as the public cases of `cache-tests` expect.
  func slice(of part: StoredRange, size: Int64) -> Slice? {
    let reachesEnd = part.total.map { part.last >= $0 - 1 } ?? false
    let bounds: Range<Int64>
    switch self {
    case .bounded(let first, let last):
      guard first >= part.first, first <= part.last, last <= part.last || reachesEnd else { return nil }
      bounds = first - part.first..<min(last, part.last) - part.first + 1
      guard bounds.upperBound <= size else { return nil }
    case .from(let first):
      guard reachesEnd, first >= part.first, first - part.first < size else { return nil }
      bounds = first - part.first..<size
    case .suffix(let count):
      guard reachesEnd, count > 0, let total = part.total, size > 0 else { return nil }
      // A suffix longer than the part is satisfiable only if the part is the whole representation.
      guard count <= size || part.first == 0 && size >= total else { return nil }
      bounds = max(0, size - count)..<size
      return Slice(bytes: bounds, first: max(0, total - Int64(bounds.count)), total: total)
    }
    return Slice(bytes: bounds, first: part.first + bounds.lowerBound, total: part.total)
  }
}
