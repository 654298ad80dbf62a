#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Bytes that have arrived and wait to be taken, as lines or in pieces.
struct InputBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0
  private var scanned = 0

  /// How many wait.
  var count: Int { bytes.count - start }

  /// A line, as far as it is there.
  enum Line: Sendable, Hashable {
    /// The line, without its end.
    case line(ArraySlice<UInt8>)
    /// A line that ends with LF alone.
    case unmarked
    /// More bytes than the limit come before its end.
    case tooLong
    /// Its end has not arrived.
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

  /// Takes a line: up to CR LF (RFC 9112 section 2.2).
  ///
  /// The limit counts all but the LF, so that it is passed or not wherever the input was cut.
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
    // The pointers are the array's own, valid inside the closure, with as many bytes behind them as are looked at.
    unsafe bytes.withUnsafeBytes { buffer in
      guard scanned < buffer.count, let base = buffer.baseAddress,
        let found = unsafe memchr(base + scanned, 0x0a, buffer.count - scanned)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Takes what is there, but no more than this.
  mutating func take(atMost limit: Int) -> ArraySlice<UInt8> {
    let end = start + min(limit, count)
    defer {
      start = end
      scanned = end
    }
    return bytes[start..<end]
  }
}
