/// The header of a frame (RFC 6455 section 5.2).
package struct WebSocketFrameHeader: Sendable, Equatable {
  package var opcode: WebSocketOpcode
  package var isFinal = true
  /// The first reserved bit, which marks a compressed message (RFC 7692 section 6).
  package var isCompressed = false
  /// The key in the order of its bytes, or nil for a frame that is not masked.
  package var key: WebSocketMask.Key?
  package var length: Int

  /// The maximum number of bytes of a header.
  static let maximumSize = 14

  init(
    _ opcode: WebSocketOpcode, isFinal: Bool, isCompressed: Bool, key: WebSocketMask.Key?, length: Int
  ) {
    self.opcode = opcode
    self.isFinal = isFinal
    self.isCompressed = isCompressed
    self.key = key
    self.length = length
  }

  /// Returns the number of bytes of the header with this second byte.
  static func size(second: UInt8) -> Int {
    let length =
      switch second & 0x7f {
      case 126: 2
      case 127: 8
      default: 0
      }
    return 2 + length + (second & 0x80 == 0 ? 0 : 4)
  }

  /// Returns the number of bytes of the frame that starts at a position of bytes that a ``WebSocketWriter`` wrote, at
  /// least one.
  static func frameSize(at start: Int, of bytes: [UInt8]) -> Int {
    guard start + 1 < bytes.count else { return 1 }
    let header = size(second: bytes[start + 1])
    let short = Int(bytes[start + 1] & 0x7f)
    guard short > 125 else { return header + short }
    let length = bytes[(start + 2)...].prefix(short == 126 ? 2 : 8).reduce(0) { $0 << 8 | UInt64($1) }
    return header + Int(clamping: length)
  }

  /// Parses a complete header.
  ///
  /// - Parameter bytes: As many bytes as ``size(second:)`` says.
  /// - Throws: ``WebSocketError/protocolViolation(_:)`` for a header that no connection allows.
  init(_ bytes: UnsafeRawBufferPointer) throws(WebSocketError) {
    let (first, second) = unsafe (bytes[0], bytes[1])
    guard first & 0x30 == 0 else { throw .protocolViolation(.reservedBits) }
    guard let opcode = WebSocketOpcode(rawValue: first & 0x0f) else {
      throw .protocolViolation(.opcode(first & 0x0f))
    }
    self.opcode = opcode
    isFinal = first & 0x80 != 0
    isCompressed = first & 0x40 != 0
    let short = second & 0x7f
    if opcode.isControl, !isFinal || short > 125 { throw .protocolViolation(.controlFrame) }
    var offset = 2
    switch short {
    case 126:
      length = unsafe Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      guard length > 125 else { throw .protocolViolation(.length) }
      offset = 4
    case 127:
      let long = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
      guard long > 0xffff, long <= UInt64(Int64.max), let count = Int(exactly: long) else {
        throw .protocolViolation(.length)
      }
      length = count
      offset = 10
    default: length = Int(short)
    }
    guard second & 0x80 != 0 else { return }
    key = unsafe WebSocketMask.Key(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Appends the bytes of the header.
  package func append(to output: inout [UInt8]) {
    output.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
    let mask: UInt8 = key == nil ? 0 : 0x80
    switch length {
    case ..<126: output.append(mask | UInt8(length))
    case ..<0x1_0000:
      output.append(mask | 126)
      output.append(UInt8(truncatingIfNeeded: length >> 8))
      output.append(UInt8(truncatingIfNeeded: length))
    default:
      output.append(mask | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        output.append(UInt8(truncatingIfNeeded: length >> shift))
      }
    }
    if let key {
      for position in 0..<4 { output.append(key[position]) }
    }
  }
}
