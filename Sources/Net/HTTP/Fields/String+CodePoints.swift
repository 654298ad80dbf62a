import Foundation

extension StringProtocol {
  /// Whether the other text has the same code points, and therefore the same bytes on the wire.
  ///
  /// `==` also holds if one text has é as one code point, and the other one has a letter and an accent.
  @inline(never)
  package func hasCodePoints(of other: some StringProtocol) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        guard left.count == right.count, let start = left.baseAddress, let other = right.baseAddress else {
          return left.count == right.count
        }
        return unsafe memcmp(start, other, left.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the text is before the other one in the order of code points, which is that of their bytes.
  func precedesByCodePoints(_ other: some StringProtocol) -> Bool {
    let precedes = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        guard let start = left.baseAddress, let other = right.baseAddress else {
          return left.count < right.count
        }
        let order = unsafe memcmp(start, other, Swift.min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
    return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Whether there is another text that has the same code points.
  package func hasCodePoints(of other: (some StringProtocol)?) -> Bool {
    other.map { hasCodePoints(of: $0) } ?? false
  }

  /// Hashes the code points, so that texts for which ``hasCodePoints(of:)`` holds have the same hash.
  @inline(never)
  package func hashCodePoints(into hasher: inout Hasher) {
    let isHashed: Void? = utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if isHashed == nil { unsafe Array(utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    // Texts that follow each other must not have the hash of others that are split differently.
    hasher.combine(0xff as UInt8)
  }

  /// Returns the text before and after the first such code point, which is ASCII; the second is nil without one.
  ///
  /// `firstIndex(of:)` and `split(separator:)` do not find it before a combining mark, because both are one character.
  package func cut(at mark: Unicode.Scalar) -> (head: Substring, tail: Substring?) {
    let text = Substring(self)
    guard let index = text.utf8.firstIndex(of: UInt8(ascii: mark)) else { return (text, nil) }
    return (text[..<index], text[text.utf8.index(after: index)...])
  }

  /// Whether the text begins with these code points, even if a combining mark follows them.
  package func starts(withCodePointsOf start: String) -> Bool { utf8.starts(with: start.utf8) }

  /// Returns the parts between such code points, which are ASCII, with those that are empty.
  package func parts(between mark: Unicode.Scalar) -> [Substring] {
    Substring(self).utf8.split(separator: UInt8(ascii: mark), omittingEmptySubsequences: false)
      .map(Substring.init)
  }
}
