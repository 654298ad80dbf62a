import Foundation

/// Writes frames, as a pure value.
///
/// A client masks each frame with its own key, which nobody can predict (RFC 6455 section 10.3).
package struct WebSocketWriter: Sendable {
  private let role: WebSocketRole
  private var keys: any RandomNumberGenerator & Sendable
  /// The other half of the last random number.
  private var nextKey: UInt32?
  /// Compresses messages, or nil if compression was not negotiated.
  private var deflation: WebSocketDeflation?
  /// The maximum number of bytes of a message in a frame.
  private let fragmentSize: Int

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - role: The side that writes.
  ///   - keys: The source of masking keys, which must be cryptographically secure outside of tests.
  ///   - deflation: Compresses messages, or nil if compression was not negotiated.
  ///   - fragmentSize: The maximum number of bytes of a message in a frame; a longer one becomes several frames.
  package init(
    role: WebSocketRole, keys: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    deflation: WebSocketDeflation? = nil, fragmentSize: Int = .max
  ) {
    self.fragmentSize = max(1, fragmentSize)
    self.role = role
    self.keys = keys
    self.deflation = deflation
  }

  /// Appends a message, as one frame unless it is longer than a fragment may be.
  package mutating func append(_ message: WebSocketMessage, to output: inout [UInt8]) {
    switch message {
    case .text(var text):
      // The bytes are only read during the call.
      text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), as: .text, to: &output) }
    case .data(let data):
      unsafe data.withUnsafeBytes { unsafe append($0, as: .binary, to: &output) }
    }
  }

  /// Appends a control frame.
  package mutating func append(_ opcode: WebSocketOpcode, _ payload: [UInt8], to output: inout [UInt8]) {
    // The bytes are only read during the call.
    unsafe payload.withUnsafeBytes { unsafe append(frame: opcode, $0, to: &output) }
  }

  private mutating func append(
    _ payload: UnsafeRawBufferPointer, as opcode: WebSocketOpcode, to output: inout [UInt8]
  ) {
    guard let compressed = unsafe deflation?.compress(payload) else {
      return unsafe append(fragmentsOf: opcode, payload, isCompressed: false, to: &output)
    }
    // The bytes are only read during the call.
    unsafe compressed.withUnsafeBytes {
      unsafe append(fragmentsOf: opcode, $0, isCompressed: true, to: &output)
    }
  }

  /// Appends a message as frames (RFC 6455 section 5.4).
  ///
  /// Only the first one says that it is compressed (RFC 7692 section 6.1).
  private mutating func append(
    fragmentsOf opcode: WebSocketOpcode, _ payload: UnsafeRawBufferPointer, isCompressed: Bool,
    to output: inout [UInt8]
  ) {
    guard payload.count > fragmentSize else {
      return unsafe append(frame: opcode, payload, isCompressed: isCompressed, to: &output)
    }
    let count = (payload.count - 1) / fragmentSize + 1
    output.reserveCapacity(output.count + payload.count + count * WebSocketFrameHeader.maximumSize)
    for start in stride(from: 0, to: payload.count, by: fragmentSize) {
      let end = min(payload.count - start, fragmentSize) + start
      // The bytes are only read during the call.
      unsafe append(
        frame: start == 0 ? opcode : .continuation, UnsafeRawBufferPointer(rebasing: payload[start..<end]),
        isFinal: end == payload.count, isCompressed: isCompressed && start == 0, to: &output)
    }
  }

  private mutating func append(
    frame opcode: WebSocketOpcode, _ payload: UnsafeRawBufferPointer, isFinal: Bool = true,
    isCompressed: Bool = false, to output: inout [UInt8]
  ) {
    let key = role == .client ? makeKey() : nil
    let header = WebSocketFrameHeader(
      opcode, isFinal: isFinal, isCompressed: isCompressed, key: key, length: payload.count)
    let needed = output.count + payload.count + WebSocketFrameHeader.maximumSize
    if output.capacity < needed { output.reserveCapacity(max(needed, 2 * output.capacity)) }
    header.append(to: &output)
    let start = output.count
    unsafe output.append(contentsOf: payload)
    guard let key else { return }
    // The bytes are only changed during the call.
    unsafe output.withUnsafeMutableBytes { bytes in
      unsafe WebSocketMask.apply(key, to: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
  }

  private mutating func makeKey() -> WebSocketMask.Key {
    if let key = nextKey.take() { return WebSocketMask.Key(key) }
    let number = keys.next()
    nextKey = UInt32(truncatingIfNeeded: number >> 32)
    return WebSocketMask.Key(UInt32(truncatingIfNeeded: number))
  }
}
