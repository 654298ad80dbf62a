extension WebSocketClosure {
  /// Reads the payload of a close frame (RFC 6455 section 5.5.1).
  init(payload: [UInt8]) throws(WebSocketError) {
    guard !payload.isEmpty else {
      self.init(code: .noStatus)
      return
    }
    guard payload.count >= 2 else { throw .protocolViolation(.closeCode(Int(payload[0]))) }
    let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    guard code.isSendable else { throw .protocolViolation(.closeCode(Int(code.rawValue))) }
    guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .invalidText }
    self.init(code: code, reason: reason)
  }

  /// The payload of a close frame.
  ///
  /// - Throws: ``WebSocketError/invalidClosure`` if the code cannot be sent or the reason is too long.
  func payload() throws(WebSocketError) -> [UInt8] {
    if code == .noStatus, reason.isEmpty { return [] }
    guard code.isSendable, reason.utf8.count <= 123 else { throw .invalidClosure }
    return [UInt8(code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)] + Array(reason.utf8)
  }
}
