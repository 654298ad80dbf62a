#if os(Linux)
  import Foundation

  /// The fields of a head, line by line, beside those of a head before it.
  ///
  /// A service says most of its fields again with every response, word by word. As long as it does, nothing is read or
  /// put together: the fields of the head before are taken, and if all are the same, so is their memory.
  struct CurlHeadFields {
    private let recent: HTTPHeaders
    /// How many of the recent fields have come again so far; nil when there was another, and ``fields`` has them all.
    private var repeated: Int? = 0
    private var fields: [HTTPField] = []

    /// - Parameter recent: Fields that may come again.
    init(recent: HTTPHeaders = HTTPHeaders()) { self.recent = recent }

    /// What has come.
    var headers: HTTPHeaders {
      guard let repeated else { return HTTPHeaders(fields) }
      return repeated == recent.count ? recent : HTTPHeaders(recent.prefix(repeated))
    }

    /// Takes a line in, without what ends it.
    ///
    /// One that is no field is left out.
    mutating func add(_ line: UnsafeRawBufferPointer) {
      if let repeated, repeated < recent.count, unsafe recent[repeated].isSpelled(by: line) {
        self.repeated = repeated + 1
      } else if let field = unsafe HTTPField(line: line) {
        part()
        fields.append(field)
      }
    }

    /// The value of the last field goes on in another line (RFC 9112 section 5.2).
    mutating func fold(_ line: UnsafeRawBufferPointer) {
      part()
      guard let last = fields.indices.last else { return }
      fields[last].value += unsafe " " + String(header: line)
    }

    /// Another head begins.
    mutating func removeAll() {
      repeated = 0
      fields.removeAll(keepingCapacity: true)
    }

    /// From here on the fields are others than the recent ones.
    private mutating func part() {
      guard let repeated else { return }
      self.repeated = nil
      // As many as most heads have.
      fields.reserveCapacity(max(8, repeated + 1))
      fields.append(contentsOf: recent.prefix(repeated))
    }
  }

  extension HTTPField {
    /// Reads a line; nil when there is no name in it.
    init?(line: UnsafeRawBufferPointer) {
      guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
      let name = unsafe UnsafeRawBufferPointer(rebasing: line[..<colon])
      let value = unsafe UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
      unsafe self.init(name: String(header: name), value: String(header: value))
      if isReference, unsafe value.contains(where: { $0 >= 0x80 }) {
        self.value = unsafe String(reference: value)
      }
    }

    /// Whether the value holds a URL that is followed.
    private var isReference: Bool { isNamed("Location") || isNamed("Link") || isNamed("Content-Location") }

    /// Whether these are the bytes of the field as nearly all services write it: with one space before the value.
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
    /// Whether the same bytes are at the place.
    fileprivate func isStored(at place: UnsafeRawPointer) -> Bool {
      let isSame = unsafe withContiguousStorageIfAvailable { bytes in
        guard let base = bytes.baseAddress else { return true }
        return unsafe memcmp(base, place, bytes.count) == 0
      }
      return isSame ?? false
    }
  }

  extension String {
    /// The text of a name or a value in a head, without the space around it.
    ///
    /// What is not UTF-8 is taken as Latin-1.
    init(header bytes: UnsafeRawBufferPointer) {
      var (start, end) = (0, bytes.count)
      while start < end, unsafe Self.isBlank(bytes[start]) { start += 1 }
      while end > start, unsafe Self.isBlank(bytes[end - 1]) { end -= 1 }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      // Nearly all fields are ASCII, and need no look at how their characters are put together.
      if unsafe bytes.allSatisfy({ $0 < 0x80 }) {
        unsafe self.init(decoding: bytes, as: UTF8.self)
      } else if let text = unsafe String(validating: bytes, as: UTF8.self) {
        self = text
      } else {
        unsafe self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      }
    }

    /// The text of a value that holds a URL.
    ///
    /// Of one that is not UTF-8 the bytes are escaped, so that none is another byte when the URL is asked for
    /// (RFC 3987 section 3.1 is about characters, and these are none).
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

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
  }
#endif
