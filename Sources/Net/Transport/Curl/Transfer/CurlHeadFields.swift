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
    /// Returns whether the memory at `pointer` holds the same bytes.
    fileprivate func isStored(at pointer: UnsafeRawPointer) -> Bool {
      let isSame = unsafe withContiguousStorageIfAvailable { bytes in
        guard let base = bytes.baseAddress else { return true }
        return unsafe memcmp(base, pointer, bytes.count) == 0
      }
      return isSame ?? false
    }
  }
#endif
