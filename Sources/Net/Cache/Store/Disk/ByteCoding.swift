import Foundation

/// Writes numbers and text as bytes, in little-endian order.
struct ByteWriter: Sendable {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func write(_ number: some FixedWidthInteger) {
    // The bytes of the copy are valid during the closure.
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func write(_ time: Date) { write(time.timeIntervalSince1970.bitPattern) }

  /// Writes text as its length and its UTF-8.
  mutating func write(_ text: String) {
    write(UInt32(clamping: text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ headers: HTTPHeaders) {
    write(UInt32(clamping: headers.count))
    for field in headers {
      write(field.name)
      write(field.value)
    }
  }

  mutating func append(_ data: Data) { bytes.append(contentsOf: data) }
}

/// Reads the output of a ``ByteWriter`` from a part of these bytes.
///
/// Any other input throws ``CacheStoreError/damaged``.
struct ByteReader: ~Copyable {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  /// - `range`: A range within the bytes.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { index == end }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws -> Number {
    let part = try take(Number.bitWidth / 8)
    // The range is within the bytes, and as long as the number.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: part.lowerBound, as: Number.self))
    }
  }

  mutating func time() throws -> Date {
    let seconds = Double(bitPattern: try number())
    guard seconds.isFinite else { throw CacheStoreError.damaged }
    return Date(timeIntervalSince1970: seconds)
  }

  mutating func text() throws -> String {
    let count = try number(UInt32.self)
    return String(decoding: bytes[try take(Int(clamping: count))], as: UTF8.self)
  }

  mutating func headers() throws -> HTTPHeaders {
    var headers = HTTPHeaders()
    let count = try number(UInt32.self)
    // Each field stores at least its two lengths, so the remaining bytes hold no more fields than this.
    guard Int(clamping: count) <= (end - index) / 8 else { throw CacheStoreError.damaged }
    guard count > 0 else { return headers }
    headers.reserve(Int(count))
    for _ in 0..<count {
      let name = try text()
      headers.add(name: name, value: try text())
    }
    return headers
  }

  private mutating func take(_ count: Int) throws -> Range<Int> {
    guard count <= end - index else { throw CacheStoreError.damaged }
    defer { index += count }
    return index..<index + count
  }
}
