#if os(Linux)
  import CLibcurl

  /// The fields of a request as a list for libcurl.
  ///
  /// It belongs to one handle at a time and reuses its memory for the next request. libcurl reads the list until the
  /// transfer has ended, so it must not change before.
  @safe final class CurlFieldList {
    // Owned by this object, and valid until they are replaced by larger ones or `deinit` ends.
    private var text: UnsafeMutableBufferPointer<UInt8>
    private var nodes: UnsafeMutableBufferPointer<libcurl_list_node>
    // One thread at a time uses the list, and accesses do not overlap.
    /// The number of bytes.
    ///
    /// Each line ends with a zero byte.
    @safe @exclusivity(unchecked) private var count = 0
    /// The offsets at which the lines begin.
    @safe @exclusivity(unchecked) private var starts: [Int] = []
    /// The header that the list was made of, if it depends on nothing else.
    private var origin: HTTPHeaders?

    init() {
      unsafe text = .allocate(capacity: 512)
      unsafe nodes = .allocate(capacity: 16)
    }

    deinit {
      unsafe text.deallocate()
      unsafe nodes.deallocate()
    }

    /// Removes the lines, and keeps the memory.
    func removeAll() {
      count = 0
      starts.removeAll(keepingCapacity: true)
      origin = nil
    }

    /// Notes that the list was made of this header and of nothing else.
    func noteOrigin(_ headers: HTTPHeaders) { origin = headers }

    /// Returns whether the list was made of this header and of nothing else.
    ///
    /// Most requests of a session share one header.
    func areOnly(of headers: HTTPHeaders) -> Bool { origin?.isIdentical(to: headers) ?? false }

    /// Adds a field with this value, which may be empty.
    ///
    /// - Throws: ``InvalidRequest`` if the name or value contains a line break or NUL.
    func add(_ name: String, _ value: String) throws(InvalidRequest) {
      let start = count
      let isNameFit = append(name)
      let nameEnd = count
      append(": ")
      let valueStart = count
      guard append(value), isNameFit else {
        count = start
        throw .header(name: name, value: value)
      }
      if unsafe text[valueStart..<count].allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
        count = nameEnd
        append(";")
      }
      end(from: start)
    }

    /// Prevents libcurl from adding a field.
    func suppress(_ name: String) {
      let start = count
      append(name)
      append(":")
      end(from: start)
    }

    /// Cuts off the values of the field, so that libcurl neither sends nor adds it.
    ///
    /// Unlike other changes, this is allowed between two requests of a transfer.
    func suppressValue(of name: String) {
      origin = nil
      let prefix = Array("\(name): ".utf8)
      for start in starts where start + prefix.count <= count {
        let line = unsafe UnsafeBufferPointer(rebasing: text[start..<start + prefix.count])
        if unsafe HeaderSyntax.folded(String(decoding: line, as: UTF8.self))
          == HeaderSyntax.folded(String(decoding: prefix, as: UTF8.self))
        {
          unsafe text[start + prefix.count - 1] = 0
        }
      }
    }

    /// Returns the first node of the list, or nil if the list is empty.
    ///
    /// It is valid until the list changes.
    func linked() -> UnsafeMutableRawPointer? {
      if unsafe nodes.count < starts.count {
        unsafe nodes.deallocate()
        unsafe nodes = .allocate(capacity: starts.count * 2)
      }
      guard let first = unsafe text.baseAddress, let list = unsafe nodes.baseAddress, !starts.isEmpty else {
        return nil
      }
      for (index, start) in starts.enumerated() {
        unsafe (list + index).initialize(
          to: libcurl_list_node(
            text: first + start, next: index + 1 < starts.count ? list + index + 1 : nil))
      }
      return UnsafeMutableRawPointer(list)
    }

    private func end(from start: Int) {
      append("\0")
      starts.append(start)
    }

    /// Adds the text; returns whether a line may contain it.
    @discardableResult
    private func append(_ addition: String) -> Bool {
      if let isFit = unsafe addition.utf8.withContiguousStorageIfAvailable({ unsafe append($0) }) {
        return isFit
      }
      return unsafe Array(addition.utf8).withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Adds the bytes; returns whether a line may contain them.
    private func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      makeRoom(for: bytes.count)
      guard let source = bytes.baseAddress, let base = unsafe text.baseAddress else { return true }
      let start = unsafe base + count
      unsafe start.update(from: source, count: bytes.count)
      count += bytes.count
      // Without an early exit, so that the loop is vectorized.
      var unfit: UInt8 = 0
      var highest: UInt8 = 0
      for index in bytes.indices {
        let byte = unsafe source[index]
        highest = max(highest, byte)
        unfit |=
          (byte == 0 ? 1 : 0) | (byte == UInt8(ascii: "\r") ? 1 : 0) | (byte == UInt8(ascii: "\n") ? 1 : 0)
      }
      if highest >= OpaqueText.mark {
        let added = unsafe UnsafeMutableBufferPointer(start: start, count: bytes.count)
        count += unsafe OpaqueText.restore(added) - bytes.count
      }
      return unfit == 0
    }

    private func makeRoom(for addition: Int) {
      guard unsafe text.count < count + addition else { return }
      let longer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: (count + addition) * 2)
      _ = unsafe longer.update(fromContentsOf: text[..<count])
      unsafe text.deallocate()
      unsafe text = longer
    }
  }
#endif
