#if os(Linux)
  import Foundation

  /// The fields of a head, compared line by line with those of an earlier head.
  ///
  /// A service repeats most of its fields in every response. Repeated fields are not parsed: they are taken from the
  /// earlier head, and if all are equal, the heads share memory.
  struct CurlHeadFields {
    private let recent: HTTPHeaders
    /// How many of the recent fields have been repeated so far.
    ///
    /// Nil once a field differed; from then on ``fields`` has all fields.
    private var repeated: Int? = 0
    private var fields: [HTTPField] = []
    /// The name of a field that says where the body ends, but not to libcurl.
    ///
    /// libcurl expects the colon directly after the name, and the codings of a transfer in one line.
    private(set) var unreadLength: String?

    /// - Parameter recent: The fields of the earlier head.
    init(recent: HTTPHeaders = HTTPHeaders()) { self.recent = recent }

    /// The fields so far.
    var headers: HTTPHeaders {
      guard let repeated else { return HTTPHeaders(fields) }
      return repeated == recent.count ? recent : HTTPHeaders(recent.prefix(repeated))
    }

    /// Adds a line without its line break.
    ///
    /// A line that is not a field is ignored.
    mutating func add(_ line: UnsafeRawBufferPointer) {
      if let repeated, repeated < recent.count, unsafe recent[repeated].isSpelled(by: line) {
        self.repeated = repeated + 1
      } else if let field = unsafe HTTPField(line: line) {
        part()
        fields.append(field)
        // Such a name has one byte for each character.
        if field.isNamed("Content-Length") || field.isNamed("Transfer-Encoding"),
          unsafe line[field.name.utf8.count] != UInt8(ascii: ":")
        {
          unreadLength = field.name
        }
      }
    }

    /// Appends a continuation line to the value of the last field (RFC 9112 section 5.2).
    mutating func fold(_ line: UnsafeRawBufferPointer) {
      part()
      guard let last = fields.indices.last else { return }
      if unsafe fields[last].fold(line), fields[last].isNamed("Transfer-Encoding") {
        unreadLength = fields[last].name
      }
    }

    /// Starts a new head.
    mutating func removeAll() {
      repeated = 0
      unreadLength = nil
      fields.removeAll(keepingCapacity: true)
    }

    /// Copies the repeated fields, because the next one differs from the earlier head.
    private mutating func part() {
      guard let repeated else { return }
      self.repeated = nil
      // Enough for most heads.
      fields.reserveCapacity(max(8, repeated + 1))
      fields.append(contentsOf: recent.prefix(repeated))
    }
  }

  extension HTTPField {
    /// Parses a line, or returns nil if it contains no name.
    init?(line: UnsafeRawBufferPointer) {
      guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
      let name = unsafe UnsafeRawBufferPointer(rebasing: line[..<colon])
      let value = unsafe UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
      unsafe self.init(name: String(header: name), value: String(header: value))
      guard isReference || OpaqueText.isSentBack(self), unsafe value.contains(where: { $0 >= 0x80 }) else {
        return
      }
      self.value = unsafe isReference ? String(reference: value) : String(opaque: value)
    }

    /// Appends a continuation line to the value (RFC 9112 section 5.2); returns whether it has any text.
    @discardableResult
    mutating func fold(_ line: UnsafeRawBufferPointer) -> Bool {
      let text = unsafe OpaqueText.isSentBack(self) ? String(opaque: line) : String(header: line)
      if !text.isEmpty { value += value.isEmpty ? text : " " + text }
      return !text.isEmpty
    }

    /// Whether the value contains a URL that a client may follow.
    private var isReference: Bool { isNamed("Location") || isNamed("Link") || isNamed("Content-Location") }

    /// Returns whether the line is exactly this field as nearly all services write it: with one space before the value.
    fileprivate func isSpelled(by line: UnsafeRawBufferPointer) -> Bool {
      let (name, value) = (name.utf8, value.utf8)
      let (colon, start) = (name.count, name.count + 2)
      guard line.count == start + value.count, unsafe line[colon] == UInt8(ascii: ":"),
        unsafe line[colon + 1] == UInt8(ascii: " "), let base = line.baseAddress
      else { return false }
      return unsafe name.isStored(at: base) && value.isStored(at: base + start)
    }
  }

  extension String.UTF8View {
    /// Returns whether the memory at `place` holds the same bytes.
    fileprivate func isStored(at place: UnsafeRawPointer) -> Bool {
      let isSame = unsafe withContiguousStorageIfAvailable { bytes in
        guard let base = bytes.baseAddress else { return true }
        return unsafe memcmp(base, place, bytes.count) == 0
      }
      return isSame ?? false
    }
  }

  extension String {
    /// Decodes a name or a value in a head, without the surrounding whitespace.
    ///
    /// A CR without LF becomes a space, because no field may contain it (RFC 9112 section 2.2).
    init(header bytes: UnsafeRawBufferPointer) {
      var (start, end) = (0, bytes.count)
      while start < end, unsafe Self.isBlank(bytes[start]) { start += 1 }
      while end > start, unsafe Self.isBlank(bytes[end - 1]) { end -= 1 }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      // Nearly all fields are ASCII and need no UTF-8 validation.
      if unsafe bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
        unsafe self.init(decoding: bytes, as: UTF8.self)
      } else if unsafe bytes.contains(UInt8(ascii: "\r")) {
        let spaced = unsafe bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
        self = unsafe spaced.withUnsafeBytes { unsafe String(header: $0) }
      } else {
        self = unsafe HeaderSyntax.text(bytes)
      }
    }

    /// Decodes a value that contains a URL.
    ///
    /// Non-ASCII bytes of a value that is not UTF-8 are percent-encoded, so that a request to the URL sends the same
    /// bytes. (RFC 3987 section 3.1 applies to characters, which these bytes are not.)
    fileprivate init(reference bytes: UnsafeRawBufferPointer) {
      if unsafe String(validating: bytes, as: UTF8.self) != nil {
        unsafe self.init(header: bytes)
        return
      }
      var escaped: [UInt8] = []
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        if byte < 0x80 { escaped.append(byte) } else { PercentEncoding.append(byte, to: &escaped) }
      }
      self = HeaderSyntax.trimmed(String(decoding: escaped, as: UTF8.self))
    }

    /// Decodes a value whose bytes are sent back.
    fileprivate init(opaque bytes: UnsafeRawBufferPointer) {
      // A field must not contain a CR, not even one in which the value is sent back.
      let bytes = unsafe bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
      self = HeaderSyntax.trimmed(OpaqueText.text(bytes))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
  }
#endif
