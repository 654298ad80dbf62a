#if os(Linux)
  import Foundation

  /// Assembles heads from the lines that libcurl passes on one by one, as a pure value.
  ///
  /// ```text
  /// status line ─▶ fields ─▶ empty line ─▶ (status line after an interim response) ─▶ trailers
  /// ```
  ///
  /// libcurl has checked the grammar of the lines (RFC 9112).
  struct CurlHeadParser {
    /// What a line completed.
    enum Completion {
      case nothing
      case interim(ResponseHead)
      case head(ResponseHead)
      /// The head exceeds the limit.
      case tooLong
      case refused(Refusal)
    }

    /// Why a head cannot be used.
    enum Refusal: CustomStringConvertible {
      /// The head does not say clearly where the body ends.
      case length(InvalidLength)
      /// The head says where the body ends in this field, whose form libcurl does not recognize.
      case unreadLength(field: String)
      /// The status line has no status of three digits after its version.
      case status
      /// The line after the status line begins with a space or tab (RFC 9112 section 2.2).
      case firstField

      var description: String {
        switch self {
        case .length(let length): "\(length)"
        case .unreadLength(let field):
          "The field \(field) is not in one line with its colon directly after its name"
        case .status: "The status line has no status of three digits after its version"
        case .firstField: "The first field of the head begins with a space or tab"
        }
      }
    }

    /// The maximum number of bytes in all lines of a response.
    static let limit = 307_200
    /// The maximum number of bytes in one line of a head, which is libcurl's (`CURL_MAX_HTTP_HEADER`).
    static let lineLimit = 102_400
    /// The maximum number of bytes in one line of the trailers with its line break, which is libcurl's
    /// (`DYN_H1_TRAILER`).
    static let trailerLineLimit = 4_095

    /// The URL of the response.
    let url: URL?
    private(set) var hasHead = false
    /// Whether the status line of the current head has been read.
    private var isInHead = false
    /// Whether the line after the status line has begun.
    private var hasFirstField = false
    private var trailerFields: [HTTPField] = []
    var trailers: HTTPHeaders { HTTPHeaders(trailerFields) }
    /// The status of the last head, or 0 if it is invalid.
    private(set) var status = 0
    private var version = "HTTP/1.1"
    /// Whether the last head has a version of HTTP/1.
    var isHTTP1: Bool { HTTPVersion.isHTTP1(version) }
    private var fields: CurlHeadFields
    /// The number of bytes received.
    private(set) var length = 0

    /// The method of the request.
    private let method: HTTPMethod

    /// - Parameters:
    ///   - url: The URL of the response.
    ///   - method: The method of the request.
    ///   - recent: The fields of an earlier head, which this one is likely to repeat.
    init(url: URL? = nil, method: HTTPMethod = .get, recent: HTTPHeaders = HTTPHeaders()) {
      self.url = url
      self.method = method
      fields = CurlHeadFields(recent: recent)
    }

    /// Adds a line with its line break.
    mutating func add(_ line: UnsafeRawBufferPointer) -> Completion {
      length += line.count
      guard length <= Self.limit else { return .tooLong }
      var line = unsafe UnsafeRawBufferPointer(rebasing: line[...])
      while let last = unsafe line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        unsafe line = UnsafeRawBufferPointer(rebasing: line.dropLast())
      }
      let isFolded = unsafe Self.isFolded(line)
      if hasHead {
        unsafe addTrailer(line, isFolded: isFolded)
        return .nothing
      }
      guard unsafe !line.isEmpty else { return complete() }
      if !isInHead {
        // libcurl passes on no head that begins with another line.
        isInHead = true
        unsafe begin(line)
        return .nothing
      }
      if !isFolded {
        unsafe fields.add(line)
      } else if hasFirstField {
        unsafe fields.fold(line)
      } else {
        return .refused(.firstField)
      }
      hasFirstField = true
      return .nothing
    }

    /// Returns whether a fragment of a line may be part of a head, before ``add(_:)`` receives the whole
    /// line.
    ///
    /// The line after the status line must not begin with a space or tab.
    mutating func admits(_ fragment: UnsafeRawBufferPointer) -> Bool {
      guard isInHead, !hasFirstField else { return true }
      hasFirstField = true
      return unsafe !Self.isFolded(fragment)
    }

    /// Whether a line continues the previous one.
    private static func isFolded(_ line: UnsafeRawBufferPointer) -> Bool {
      let first = unsafe line.first
      return first == UInt8(ascii: " ") || first == UInt8(ascii: "\t")
    }

    /// Adds a trailer, or a continuation line to the value of the last one (RFC 9112 section 5.2).
    private mutating func addTrailer(_ line: UnsafeRawBufferPointer, isFolded: Bool) {
      if !isFolded {
        if let field = unsafe HTTPField(line: line) { trailerFields.append(field) }
      } else if let last = trailerFields.indices.last {
        // In place: a copy of the fields for each line would take quadratic time.
        unsafe trailerFields[last].fold(line)
      }
    }

    private mutating func begin(_ line: UnsafeRawBufferPointer) {
      fields.removeAll()
      hasFirstField = false
      unsafe version = Self.version(line)
      let digits = unsafe line.drop { !Self.isSpace($0) }.drop(while: Self.isSpace).prefix(3)
      // libcurl also finds numbers elsewhere, such as in "HTTP/ 1.1 200".
      let isStatus = unsafe digits.count == 3 && digits.allSatisfy { 0x30...0x39 ~= $0 }
      status = unsafe isStatus ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : 0
    }

    /// The forms of space that may separate the parts of a status line (RFC 9112 section 4).
    private static func isSpace(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || (0x09...0x0d ~= byte && byte != UInt8(ascii: "\n"))
    }

    private mutating func complete() -> Completion {
      let head = ResponseHead(status: status, headers: fields.headers, url: url, httpVersion: version)
      let unread = fields.unreadLength
      fields.removeAll()
      isInHead = false
      guard status > 0 else { return .refused(.status) }
      // A 101 is the last HTTP head on its connection.
      if (100..<200).contains(status), status != 101 { return .interim(head) }
      // Without a body its length has no meaning.
      if method.hasBody(inResponse: status) {
        if let unread { return .refused(.unreadLength(field: unread)) }
        if let length = head.headers.invalidLength { return .refused(.length(length)) }
      }
      hasHead = true
      return .head(head)
    }

    /// Forgets the head, because another one follows: it was a proxy's response to `CONNECT`, or the request is sent
    /// again.
    mutating func skipHead() {
      hasHead = false
      trailerFields = []
    }

    /// Whether a line begins a head, if it follows a complete one.
    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
      unsafe line.count > 5 && line.starts(with: StaticBytes.statusLine)
    }

    /// Whether a status line is that of HTTP/2, as libcurl writes it.
    static func isHTTP2(_ line: UnsafeRawBufferPointer) -> Bool { unsafe version(line) == "HTTP/2" }

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
      default:
        return unsafe String(
          header: UnsafeRawBufferPointer(rebasing: line.prefix { $0 != UInt8(ascii: " ") }))
      }
    }
  }

  extension ResponseHead {
    /// Whether the connection must be closed after the response, because its framing is doubtful: what
    /// follows would be mistaken for the response to the next request.
    ///
    /// That is a 204 that says that a body follows (RFC 9110 section 15.3.5), and a `Transfer-Encoding`
    /// together with a `Content-Length` or in HTTP/1.0 (RFC 9112 sections 6.1 and 6.3).
    var endsConnection: Bool {
      guard isHTTP1 else { return false }
      if headers.contains("Transfer-Encoding") {
        return status == 204 || httpVersion == "HTTP/1.0" || headers.contains("Content-Length")
      }
      return status == 204 && headers.values(for: "Content-Length").contains { $0 != "0" }
    }
  }
#endif
