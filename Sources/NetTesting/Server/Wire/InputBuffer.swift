#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Bytes that have arrived and wait to be read, as lines or in chunks.
struct InputBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0
  private var scanned = 0

  /// The number of waiting bytes.
  var count: Int { bytes.count - start }

  /// The result of reading a line.
  enum Line: Sendable, Hashable {
    /// The line, without its line ending.
    case line(ArraySlice<UInt8>)
    /// A line that ends with LF alone.
    case unmarked
    /// The line is longer than the limit.
    case tooLong
    /// The end of the line has not arrived.
    case incomplete
  }

  /// Adds bytes at the end.
  mutating func append(_ new: ArraySlice<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
      scanned = 0
    } else if start > 65_536 {
      bytes.removeFirst(start)
      scanned -= start
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Takes a line, up to CR LF (RFC 9112 section 2.2).
  ///
  /// The limit counts all bytes but the LF, so that the result does not depend on where the input was split.
  mutating func takeLine(limit: Int) -> Line {
    guard let end = lineFeed() else {
      scanned = bytes.count
      return count > limit ? .tooLong : .incomplete
    }
    let line = bytes[start..<end]
    start = end + 1
    scanned = start
    if line.count > limit { return .tooLong }
    return line.last == 0x0d ? .line(line.dropLast()) : .unmarked
  }

  private func lineFeed() -> Int? {
    // The pointers are the array's own, valid inside the closure, and point to as many bytes as are searched.
    unsafe bytes.withUnsafeBytes { buffer in
      guard scanned < buffer.count, let base = buffer.baseAddress,
        let found = unsafe memchr(base + scanned, 0x0a, buffer.count - scanned)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Takes the waiting bytes, at most this many.
  mutating func take(atMost limit: Int) -> ArraySlice<UInt8> {
    let end = start + min(limit, count)
    defer {
      start = end
      scanned = end
    }
    return bytes[start..<end]
  }
}
