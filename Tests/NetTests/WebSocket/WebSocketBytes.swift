import Foundation

@testable import Net

/// Bytes from hexadecimal digits, for tables of frames.
func hex(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }
  return stride(from: 0, to: digits.count, by: 2).compactMap { offset in
    let start = digits.index(digits.startIndex, offsetBy: offset)
    return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
  }
}

/// A key that masks nothing, so that the frames of a test can be read.
struct ZeroKeys: RandomNumberGenerator {
  mutating func next() -> UInt64 { 0 }
}

/// The key of the example in RFC 6455 section 5.7.
struct SampleKeys: RandomNumberGenerator {
  mutating func next() -> UInt64 {
    let word = UInt64(UInt32(bigEndian: 0x37fa_213d))
    return word << 32 | word
  }
}

extension WebSocketEndpoint {
  /// Passes the bytes in and returns the events.
  mutating func receive(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      while let event = unsafe next(bytes, &offset) { events.append(event) }
    }
    return events
  }

  /// Passes the bytes in parts that end at these positions, and returns the events.
  mutating func receive(_ bytes: [UInt8], splitAt positions: [Int]) -> [Event] {
    var (start, events) = (0, [Event]())
    for end in positions + [bytes.count] {
      events += receive(Array(bytes[start..<end]))
      start = end
    }
    return events
  }

  /// Takes the output.
  mutating func takeOutput() -> [UInt8] {
    var bytes: [UInt8] = []
    takeOutput(into: &bytes)
    return bytes
  }
}

/// Makes frames of a server, which are not masked, for tests of a client.
enum Frame {
  static func bytes(
    _ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0, key: [UInt8]? = nil
  ) -> [UInt8] {
    var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let mask: UInt8 = key == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: bytes.append(mask | UInt8(payload.count))
    case ..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    default:
      bytes.append(mask | 127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    guard let key else { return bytes + payload }
    return bytes + key + payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
  }

  static func text(_ text: String, isFinal: Bool = true) -> [UInt8] {
    bytes(1, Array(text.utf8), isFinal: isFinal)
  }

  static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
    bytes(8, [UInt8(code >> 8), UInt8(code & 0xff)] + Array(reason.utf8))
  }
}
