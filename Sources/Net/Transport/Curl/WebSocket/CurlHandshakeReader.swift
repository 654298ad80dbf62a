#if os(Linux)
  import Foundation

  /// Reads the response to a handshake, and undoes the content codings of its body if it refuses the handshake.
  struct CurlHandshakeReader {
    private var response = HandshakeResponse()
    private let known: [ContentCoding]
    private var codings: [ContentCoding] = []
    /// Undoes the codings; nil before the first chunk.
    private var decoder: ContentDecoder?
    /// Whether the response is a part of a body, which may end anywhere (RFC 9110 section 14).
    private var isPart = false

    /// - Parameter known: The codings that are undone.
    init(known: [ContentCoding]) { self.known = known }

    /// Whether there may be decoded chunks; each call of `next` returns one.
    var hasBacklog: Bool { decoder?.hasBacklog == true }

    /// Whether the head of the response has been read, so that its body or its end is missing.
    var isInBody: Bool { response.isInBody }

    /// Reads up to the next event.
    ///
    /// - Returns: The event, or nil if all bytes were read and more are needed.
    mutating func next(
      _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
    ) throws -> HandshakeResponse.Event? {
      while true {
        while let decoder, decoder.hasBacklog {
          if let chunk = try decoder.next() { return .body(chunk) }
        }
        let event = unsafe try response.next(bytes, &offset)
        switch event {
        case .head(let fields) where fields.status != 101:
          codings = ContentCoding.list(fields.headers, known: known)
          isPart = fields.status == 206
        case .body(let data) where !codings.isEmpty:
          let decoder = try self.decoder ?? ContentDecoder(codings)
          self.decoder = decoder
          // The bytes are only read during the call.
          unsafe data.withUnsafeBytes { unsafe decoder.feed($0) }
          continue
        case .end: try finishDecoding()
        default: break
        }
        return event
      }
    }

    /// Ends the input, after which the connection may be broken; returns whether the response is complete.
    mutating func finish(isBroken: Bool) throws(ContentDecodingError) -> Bool {
      guard response.finish(isBroken: isBroken) else { return false }
      try finishDecoding()
      return true
    }

    private func finishDecoding() throws(ContentDecodingError) { if !isPart { try decoder?.finish() } }
  }
#endif
