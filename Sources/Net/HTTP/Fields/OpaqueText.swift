/// Field values whose bytes are sent back to the server, as text that has exactly these bytes.
///
/// A value may have bytes that are not UTF-8, which are opaque (RFC 9110 section 5.5). Most fields are for
/// reading, and such bytes are decoded as Latin-1. A validator or a cookie must be sent back unchanged: here
/// each byte from 80 to FF is a private-use character, U+10FE80 to U+10FEFF, and becomes that byte again in a
/// request.
package enum OpaqueText {
  /// Whether a client sends the values of these fields back: `ETag`, `Last-Modified` and `Set-Cookie`.
  static func isSentBack(_ field: HTTPField) -> Bool {
    field.isNamed("ETag") || field.isNamed("Set-Cookie") || field.isNamed("Last-Modified")
  }

  private static let offset: UInt32 = 0x10_fe00

  /// The first byte of the private-use characters in UTF-8, which hardly any other text has.
  static let mark: UInt8 = 0xf4

  /// Returns the text for bytes.
  ///
  /// Bytes that are UTF-8 are decoded as such, unless decoding them would change them.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isByte) {
      return text
    }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let scalar = byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(offset + UInt32(byte))
      scalar.map { scalars.append($0) }
    }
    return String(scalars)
  }

  private static func isByte(_ scalar: Unicode.Scalar) -> Bool {
    offset + 0x80...offset + 0xff ~= scalar.value
  }

  /// Returns the bytes of a text: its UTF-8, in which private-use characters are the bytes that they stand for.
  package static func bytes(of text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    guard bytes.contains(mark) else { return bytes }
    let count = unsafe bytes.withUnsafeMutableBufferPointer { unsafe restore($0) }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Replaces private-use characters by the bytes that they stand for, in place.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Returns: The number of bytes, which are the first of the buffer.
  static func restore(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var (count, index) = (0, 0)
    while index < bytes.count {
      // In UTF-8, U+10FE80 is F4 8F BA 80, and U+10FEC0 is F4 8F BB 80.
      if index + 3 < bytes.count, unsafe bytes[index] == mark, unsafe bytes[index + 1] == 0x8f,
        unsafe bytes[index + 2] | 1 == 0xbb
      {
        unsafe bytes[count] = (bytes[index + 2] & 1) << 6 | bytes[index + 3] & 0x3f | 0x80
        index += 4
      } else {
        unsafe bytes[count] = bytes[index]
        index += 1
      }
      count += 1
    }
    return count
  }
}
