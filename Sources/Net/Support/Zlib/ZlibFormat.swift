/// The header and checksum around compressed bytes.
package enum ZlibFormat: Sendable, Hashable {
  /// No header and no checksum (RFC 1951). The window has 2 to the power of `windowBits` bytes, from 9 to 15.
  ///
  /// The window of an inflater must not be smaller than that of the deflater.
  case raw(windowBits: Int = 15)
  /// A header of two bytes, and a checksum (RFC 1950).
  case zlib
  /// A header with a file name and a date, a checksum and the length (RFC 1952): one member.
  case gzip

  /// zlib's number for the format, or nil for an unsupported window.
  var windowBits: Int32? {
    switch self {
    // zlib cannot deflate with a window of 8 bits.
    case .raw(let bits): (9...15).contains(bits) ? -Int32(bits) : nil
    case .zlib: 15
    case .gzip: 15 + 16
    }
  }
}
