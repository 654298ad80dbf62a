package import Foundation

/// Reads the HTTP/1.1 response to a handshake (RFC 9112) from bytes that arrive in any parts, as a pure value.
///
/// ```text
/// (interim head ─▶) head ─▶ 101: the rest are frames
///                     └──▶ other: body by length, by chunks, or up to the end of the connection
/// ```
package struct HandshakeResponse: Sendable {
  /// What was read.
  package enum Event: Sendable, Equatable {
    case interim(WebSocketHandshake.ResponseFields)
    case head(WebSocketHandshake.ResponseFields)
    case body(Data)
    /// The response is complete. After a 101, the bytes that were not read are frames.
    case end
  }

  private enum Step: Sendable, Equatable {
    case head
    case counted(Int)
    case untilEnd
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
    case end
    case done
  }

  /// The maximum number of bytes of all heads.
  package static let headLimit = 65_536

  private var step = Step.head
  /// The bytes of an incomplete line.
  private var line: [UInt8] = []
  private var headSize = 0
  private var status: Int?
  private var fields: [HTTPField] = []

  package init() {}

  /// Reads up to the next event.
  ///
  /// - Returns: The event, or nil if all bytes were read and more are needed.
  package mutating func next(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(WebSocketError) -> Event? {
    while true {
      switch step {
      case .done: return nil
      case .end:
        step = .done
        return .end
      case .counted(0), .chunk(0): advance()
      case .counted(let count), .chunk(let count):
        guard let part = unsafe take(count, bytes, &offset) else { return nil }
        if case .counted = step {
          step = .counted(count - part.count)
        } else {
          step = .chunk(count - part.count)
        }
        return .body(part)
      case .untilEnd: return unsafe take(.max, bytes, &offset).map(Event.body)
      case .head, .chunkSize, .chunkEnd, .trailers:
        guard let line = unsafe try takeLine(bytes, &offset) else { return nil }
        if let event = try read(line) { return event }
      }
    }
  }

  /// Ends the input.
  ///
  /// - Parameter isBroken: Whether the connection failed. A body without framing is then incomplete (RFC 9112 section
  ///   8).
  /// - Returns: Whether the response is complete.
  package mutating func finish(isBroken: Bool = false) -> Bool {
    guard (step == .untilEnd && !isBroken) || step == .end || step == .done else { return false }
    step = .done
    return true
  }

  /// Whether the head of the response has been read, so that its body or its end is missing.
  package var isInBody: Bool { step != .head }

  private mutating func advance() {
    if case .chunk = step { step = .chunkEnd } else { step = .end }
  }

  private func take(_ most: Int, _ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> Data? {
    let count = min(most, bytes.count - offset)
    guard count > 0 else { return nil }
    defer { offset += count }
    return unsafe Data(bytes[offset..<offset + count])
  }

  // MARK: - Lines

  private mutating func takeLine(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(WebSocketError) -> [UInt8]? {
    while offset < bytes.count {
      let byte = unsafe bytes[offset]
      offset += 1
      headSize += 1
      guard headSize <= Self.headLimit else { throw .handshake(.headTooLarge(limit: Self.headLimit)) }
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      var whole = line
      line.removeAll(keepingCapacity: true)
      if whole.last == UInt8(ascii: "\r") { whole.removeLast() }
      return whole
    }
    return nil
  }

  private mutating func read(_ line: [UInt8]) throws(WebSocketError) -> Event? {
    switch step {
    case .chunkSize:
      headSize = 0
      let digits = line.prefix { $0 != UInt8(ascii: ";") }
      let text = HeaderSyntax.trimmed(String(decoding: digits, as: UTF8.self))
      // `Int` also accepts a sign.
      guard text.utf8.allSatisfy({ URLBytes.hexadecimal($0) != nil }), let size = Int(text, radix: 16) else {
        throw .handshake(.invalidResponse)
      }
      step = size == 0 ? .trailers : .chunk(size)
      return nil
    case .chunkEnd:
      guard line.isEmpty else { throw .handshake(.invalidResponse) }
      step = .chunkSize
      return nil
    case .trailers:
      if line.isEmpty { step = .end }
      return nil
    default:
      if status == nil {
        status = try Self.status(line)
        return nil
      }
      guard line.isEmpty else {
        try addField(line)
        return nil
      }
      return try endHead()
    }
  }

  private static func status(_ line: [UInt8]) throws(WebSocketError) -> Int {
    // "HTTP/1.1 101", then a space or the end (RFC 9112 section 4).
    let start = Array("HTTP/1.".utf8)
    let digits = line.dropFirst(9).prefix(3)
    guard line.starts(with: start), line.count >= 12, line.count == 12 || line[12] == UInt8(ascii: " "),
      line[7] == UInt8(ascii: "1") || line[7] == UInt8(ascii: "0"), line[8] == UInt8(ascii: " "),
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .handshake(.invalidResponse) }
    let status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    // HTTP/1.0 has no 101 (RFC 9110 section 15.2); a server that sends it has not understood the request.
    guard status != 101 || line[7] == UInt8(ascii: "1") else { throw .handshake(.invalidResponse) }
    return status
  }

  /// Adds a field, or a continuation line to the value of the last one (RFC 9112 section 5.2).
  private mutating func addField(_ line: [UInt8]) throws(WebSocketError) {
    let isFolded = line.first.map(HeaderSyntax.isSpace) ?? false
    if isFolded, let last = fields.indices.last {
      // The bytes are only read during the call.
      unsafe line.withUnsafeBytes { _ = unsafe fields[last].fold($0) }
    } else if !isFolded, let field = unsafe line.withUnsafeBytes({ unsafe HTTPField(line: $0) }),
      HeaderSyntax.isToken(field.name)
    {
      fields.append(field)
    } else {
      throw .handshake(.invalidResponse)
    }
  }

  private mutating func endHead() throws(WebSocketError) -> Event {
    // Once: a value that is checked after each of its lines would take quadratic time.
    guard fields.allSatisfy({ HeaderSyntax.isFieldValue($0.value) }) else {
      throw .handshake(.invalidResponse)
    }
    let head = WebSocketHandshake.ResponseFields(status: status ?? 0, headers: HTTPHeaders(fields))
    (status, fields) = (nil, [])
    switch head.status {
    case 101: step = .end
    case 100..<200: return .interim(head)
    default:
      step = HTTPMethod.get.hasBody(inResponse: head.status) ? try Self.body(of: head.headers) : .end
    }
    return .head(head)
  }

  /// Returns how the body ends (RFC 9112 section 6.3).
  private static func body(of headers: HTTPHeaders) throws(WebSocketError) -> Step {
    guard headers.invalidLength == nil else { throw .handshake(.invalidResponse) }
    // With any other coding the length is invalid.
    if WebSocketHandshake.tokens(headers["Transfer-Encoding"]).contains("chunked") { return .chunkSize }
    let lengths = Set(headers.values(for: "Content-Length").flatMap { HeaderSyntax.split($0, at: ",") })
    guard let length = lengths.first else { return .untilEnd }
    guard let count = HeaderSyntax.digits(length) else { throw .handshake(.invalidResponse) }
    return .counted(Int(clamping: count))
  }
}
