import Foundation

/// Reads frames from bytes that arrive in any parts, and joins fragments to messages, as a pure value.
///
/// ```text
/// header ─▶ payload ─▶ header … ─▶ message
///              └─ control frames between the fragments are reported at once
/// ```
///
/// It checks everything that RFC 6455 sections 5 and 7 require of the peer, at the first byte that shows it: a header
/// as soon as it is complete, text with each part. After an error it must not be used again.
package struct WebSocketReader: Sendable {
  /// What was read.
  package enum Event: Sendable, Equatable {
    case message(WebSocketMessage)
    case ping([UInt8])
    case pong([UInt8])
    case close(WebSocketClosure)
  }

  /// The largest payload for which memory is reserved before it arrives.
  private static let reservation = 1 << 18

  private let role: WebSocketRole
  private let maximumFrameSize: Int
  private let maximumMessageSize: Int
  /// Decompresses messages, or nil if compression was not negotiated.
  private var inflation: WebSocketInflation?
  /// The bytes of an incomplete header.
  private var partial: [UInt8] = []
  /// The current frame, and how much of its payload has been taken.
  private var header: WebSocketFrameHeader?
  private var taken = 0
  /// The payload of the current control frame.
  private var control: [UInt8] = []
  /// The type of the current message, or nil between messages.
  private var kind: WebSocketOpcode?
  private var isCompressed = false
  /// The current message, after decompression.
  private var message = Data()
  private var text = UTF8Checker()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - role: The side that reads. A client rejects masked frames, a server those that are not.
  ///   - options: The limits.
  ///   - inflation: Decompresses messages, or nil if compression was not negotiated.
  package init(role: WebSocketRole, options: WebSocketOptions, inflation: WebSocketInflation? = nil) {
    self.role = role
    maximumFrameSize = max(0, options.maximumFrameSize)
    maximumMessageSize = max(0, options.maximumMessageSize)
    self.inflation = inflation
  }

  /// The number of bytes that have arrived of a message that is not complete, before or after decompression, so that it
  /// grows; 0 between messages.
  package var arrivedCount: Int { kind == nil ? 0 : max(1, message.count + taken) }

  /// Reads up to the end of the next message or control frame.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that arrived.
  ///   - offset: The position of the first byte that was not read yet, which is moved.
  /// - Returns: What was read, or nil if all bytes were read and more are needed.
  /// - Throws: The violation. The reader must not be used again.
  package mutating func next(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(WebSocketError) -> Event? {
    while true {
      if header == nil {
        guard unsafe try readHeader(bytes, &offset) else { return nil }
        if let message = unsafe try wholeMessage(bytes, &offset) { return .message(message) }
      }
      guard let header else { return nil }
      let count = min(header.length - taken, bytes.count - offset)
      if count > 0 {
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
        unsafe try take(part, of: header)
        offset += count
        taken += count
      }
      guard taken == header.length else { return nil }
      self.header = nil
      taken = 0
      if let event = try end(of: header) { return event }
    }
  }

  // MARK: - Headers

  /// Reads a header; returns whether it is complete.
  private mutating func readHeader(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(WebSocketError) -> Bool {
    let rest = bytes.count - offset
    if partial.isEmpty, rest >= 2 {
      let size = unsafe WebSocketFrameHeader.size(second: bytes[offset + 1])
      if rest >= size {
        let whole = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size])
        offset += size
        try begin(unsafe WebSocketFrameHeader(whole))
        return true
      }
    }
    while offset < bytes.count {
      unsafe partial.append(bytes[offset])
      offset += 1
      guard partial.count >= 2, partial.count == WebSocketFrameHeader.size(second: partial[1]) else {
        continue
      }
      let whole = partial
      partial.removeAll(keepingCapacity: true)
      // The bytes are only read during the call.
      let header = unsafe whole.withUnsafeBytes { bytes in
        Result { () throws(WebSocketError) in unsafe try WebSocketFrameHeader(bytes) }
      }
      try begin(header.get())
      return true
    }
    return false
  }

  /// Checks a header against the state, and starts its frame.
  private mutating func begin(_ header: WebSocketFrameHeader) throws(WebSocketError) {
    guard (header.key != nil) == (role == .server) else { throw .protocolViolation(.masking) }
    switch header.opcode {
    case .text, .binary:
      guard kind == nil else { throw .protocolViolation(.fragmentation) }
      guard !header.isCompressed || inflation != nil else { throw .protocolViolation(.reservedBits) }
      kind = header.opcode
      isCompressed = header.isCompressed
      text = UTF8Checker()
    case .continuation:
      guard kind != nil else { throw .protocolViolation(.fragmentation) }
      guard !header.isCompressed else { throw .protocolViolation(.reservedBits) }
    case .close, .ping, .pong:
      guard !header.isCompressed else { throw .protocolViolation(.reservedBits) }
      control.removeAll(keepingCapacity: true)
      self.header = header
      return
    }
    guard header.length <= maximumFrameSize else { throw .frameTooLarge(limit: maximumFrameSize) }
    guard isCompressed || header.length <= maximumMessageSize - message.count else {
      throw .messageTooLarge(limit: maximumMessageSize)
    }
    self.header = header
  }

  // MARK: - Payloads

  /// Takes a message that is one frame and whose payload is complete, without copying it twice; nil if it is not.
  private mutating func wholeMessage(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(WebSocketError) -> WebSocketMessage? {
    guard let header, header.isFinal, header.key == nil, !isCompressed, bytes.count - offset >= header.length,
      header.opcode == .text || header.opcode == .binary
    else { return nil }
    let payload = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + header.length])
    offset += header.length
    self.header = nil
    kind = nil
    guard header.opcode == .text else {
      return .data(unsafe payload.baseAddress.map { unsafe Data(bytes: $0, count: payload.count) } ?? Data())
    }
    // Bytes of a known type are validated many at a time.
    let text = unsafe payload.withMemoryRebound(to: UInt8.self) {
      unsafe String(validating: $0, as: UTF8.self)
    }
    guard let text else { throw .invalidText }
    return .text(text)
  }

  private mutating func take(
    _ part: UnsafeRawBufferPointer, of header: WebSocketFrameHeader
  ) throws(WebSocketError) {
    if header.opcode.isControl {
      let start = control.count
      unsafe control.append(contentsOf: part)
      if let key = header.key {
        // The bytes are only changed during the call.
        unsafe control.withUnsafeMutableBytes { bytes in
          unsafe WebSocketMask.apply(
            key, to: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), at: taken)
        }
      }
      return
    }
    guard let key = header.key else { return unsafe try append(part, expecting: header.length - taken) }
    var plain = unsafe [UInt8](part)
    let offset = taken
    // The bytes are only changed and read during the calls.
    unsafe plain.withUnsafeMutableBytes { unsafe WebSocketMask.apply(key, to: $0, at: offset) }
    let expected = header.length - taken
    let result = unsafe plain.withUnsafeBytes { bytes in
      Result { () throws(WebSocketError) in unsafe try append(bytes, expecting: expected) }
    }
    try result.get()
  }

  /// Adds a part of the payload, which is no longer masked, to the message.
  private mutating func append(
    _ part: UnsafeRawBufferPointer, expecting count: Int
  ) throws(WebSocketError) {
    let start = message.count
    if isCompressed {
      do throws(WebSocketError) {
        unsafe try inflation?.append(part, to: &message, limit: maximumMessageSize)
      } catch {
        // Invalid text before it is the first violation.
        try checkText(from: start)
        throw error
      }
    } else if let base = part.baseAddress {
      if message.isEmpty { message.reserveCapacity(min(count, Self.reservation)) }
      unsafe message.append(base.assumingMemoryBound(to: UInt8.self), count: part.count)
    }
    try checkText(from: start)
  }

  private mutating func checkText(from start: Int) throws(WebSocketError) {
    guard kind == .text, message.count > start else { return }
    var text = text
    // The bytes are only read during the call.
    let isValid = unsafe message.withUnsafeBytes { bytes in
      unsafe text.accept(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    self.text = text
    guard isValid else { throw .invalidText }
  }

  // MARK: - Ends

  private mutating func end(of header: WebSocketFrameHeader) throws(WebSocketError) -> Event? {
    switch header.opcode {
    case .ping: return .ping(control)
    case .pong: return .pong(control)
    case .close: return .close(try WebSocketClosure(payload: control))
    case .continuation, .text, .binary: return header.isFinal ? .message(try endMessage()) : nil
    }
  }

  private mutating func endMessage() throws(WebSocketError) -> WebSocketMessage {
    if isCompressed {
      let start = message.count
      do throws(WebSocketError) {
        try inflation?.end(&message, limit: maximumMessageSize)
      } catch {
        try checkText(from: start)
        throw error
      }
      try checkText(from: start)
    }
    guard text.isComplete else { throw .invalidText }
    let whole = message
    message = Data()
    defer { kind = nil }
    return kind == .text ? .text(String(decoding: whole, as: UTF8.self)) : .data(whole)
  }
}
