#if os(Linux)
  import Foundation

  /// Puts heads together from the lines that libcurl hands on, one by one, as a pure value.
  ///
  /// ```text
  /// status line ─▶ fields ─▶ empty line ─▶ (status line after an interim response) ─▶ trailers
  /// ```
  ///
  /// libcurl has checked the grammar of the lines (RFC 9112). What is not UTF-8 is taken as Latin-1.
  struct CurlHeadParser {
    /// What a line completes.
    enum Completion {
      case nothing
      case interim(ResponseHead)
      case head(ResponseHead)
      /// There is more of it than anyone has use for.
      case tooLong
    }

    /// The most bytes of all lines of a response together.
    static let limit = 307_200

    /// Where the response comes from.
    let url: URL?
    private(set) var hasHead = false
    private(set) var trailers = HTTPHeaders()
    private var status = 0
    private var version = "HTTP/1.1"
    private var fields: [HTTPField] = []
    private var length = 0

    init(url: URL? = nil) { self.url = url }

    /// Takes a line in, with what ends it.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Completion {
      length += line.count
      guard length <= Self.limit else { return .tooLong }
      var line = unsafe UnsafeRawBufferPointer(rebasing: line[...])
      while let last = unsafe line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        unsafe line = UnsafeRawBufferPointer(rebasing: line.dropLast())
      }
      if hasHead {
        if let field = unsafe Self.field(line) { trailers.add(field) }
        return .nothing
      }
      guard let first = unsafe line.first else { return complete() }
      if unsafe Self.isStatusLine(line) {
        unsafe begin(line)
      } else if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        unsafe fold(line)
      } else if let field = unsafe Self.field(line) {
        // As many as most heads have.
        if fields.isEmpty { fields.reserveCapacity(8) }
        fields.append(field)
      }
      return .nothing
    }

    private mutating func begin(_ line: UnsafeRawBufferPointer) {
      fields.removeAll(keepingCapacity: true)
      unsafe version = Self.version(line)
      let digits = unsafe line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix(3)
      status = unsafe digits.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
    }

    private mutating func complete() -> Completion {
      let head = ResponseHead(status: status, headers: HTTPHeaders(fields), url: url, httpVersion: version)
      fields = []
      // A 101 is the last head that HTTP knows of on its connection.
      if (100..<200).contains(status), status != 101 { return .interim(head) }
      hasHead = true
      return .head(head)
    }

    /// A field's value that goes on in another line (RFC 9112 section 5.2).
    private mutating func fold(_ line: UnsafeRawBufferPointer) {
      guard let last = fields.indices.last else { return }
      fields[last].value += unsafe " " + Self.text(Self.trimmed(line))
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
      unsafe line.count > 5 && line.starts(with: StaticBytes.statusLine)
    }

    private enum StaticBytes {
      static let statusLine = Array("HTTP/".utf8)
    }

    private static func version(_ line: UnsafeRawBufferPointer) -> String {
      guard line.count > 7 else { return "HTTP/1.1" }
      switch unsafe (line[5], line[6], line[7]) {
      case (UInt8(ascii: "1"), UInt8(ascii: "."), UInt8(ascii: "1")): return "HTTP/1.1"
      case (UInt8(ascii: "1"), UInt8(ascii: "."), UInt8(ascii: "0")): return "HTTP/1.0"
      case (UInt8(ascii: "2"), _, _): return "HTTP/2"
      case (UInt8(ascii: "3"), _, _): return "HTTP/3"
      default: return unsafe text(UnsafeRawBufferPointer(rebasing: line.prefix { $0 != UInt8(ascii: " ") }))
      }
    }

    private static func field(_ line: UnsafeRawBufferPointer) -> HTTPField? {
      guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
      let name = unsafe UnsafeRawBufferPointer(rebasing: line[..<colon])
      let value = unsafe UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
      return unsafe HTTPField(name: text(trimmed(name)), value: text(trimmed(value)))
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      var (start, end) = (0, bytes.count)
      while start < end, unsafe isBlank(bytes[start]) { start += 1 }
      while end > start, unsafe isBlank(bytes[end - 1]) { end -= 1 }
      return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
      // Nearly all fields are ASCII, and need no look at how their characters are put together.
      if unsafe bytes.allSatisfy({ $0 < 0x80 }) { return unsafe String(decoding: bytes, as: UTF8.self) }
      if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
      return unsafe String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
#endif
