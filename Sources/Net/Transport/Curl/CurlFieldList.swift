#if os(Linux)
  import CLibcurl

  /// The lines of a request's head, as a list of libcurl's kind.
  ///
  /// It is a handle's own, and so is its memory, which is used again for the handle's next request. libcurl reads it
  /// until the transfer has ended, so nothing is changed in between.
  @safe final class CurlFieldList {
    // Both are this object's alone, and stay until they are replaced by longer ones or `deinit` ends.
    private var text: UnsafeMutableBufferPointer<UInt8>
    private var nodes: UnsafeMutableBufferPointer<libcurl_list_node>
    // One thread at a time has the list, and no access begins within another.
    /// How many bytes there are.
    ///
    /// Each line ends with a zero.
    @safe @exclusivity(unchecked) private var count = 0
    /// Where in them the lines begin.
    @safe @exclusivity(unchecked) private var starts: [Int] = []

    init() {
      unsafe text = .allocate(capacity: 512)
      unsafe nodes = .allocate(capacity: 16)
    }

    deinit {
      unsafe text.deallocate()
      unsafe nodes.deallocate()
    }

    /// Forgets the lines, and keeps the memory.
    func removeAll() {
      count = 0
      starts.removeAll(keepingCapacity: true)
    }

    /// Adds a field with this value, also when it is empty.
    ///
    /// - Throws: ``InvalidRequest`` for what would be more than one line, or end early.
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

    /// Keeps a field out that libcurl would add.
    func suppress(_ name: String) {
      let start = count
      append(name)
      append(":")
      end(from: start)
    }

    /// The list from its first line; nil without any.
    ///
    /// It is valid until the next change.
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

    /// Adds the text; whether it may stand in a line.
    @discardableResult
    private func append(_ addition: String) -> Bool {
      if let isFit = unsafe addition.utf8.withContiguousStorageIfAvailable({ unsafe append($0) }) {
        return isFit
      }
      return unsafe Array(addition.utf8).withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Adds the bytes; whether they may stand in a line.
    private func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      makeRoom(for: bytes.count)
      guard let source = bytes.baseAddress, let place = unsafe text.baseAddress else { return true }
      unsafe (place + count).update(from: source, count: bytes.count)
      count += bytes.count
      // Without a way out in between, so that many are looked at together.
      var unfit: UInt8 = 0
      for index in bytes.indices {
        let byte = unsafe source[index]
        unfit |=
          (byte == 0 ? 1 : 0) | (byte == UInt8(ascii: "\r") ? 1 : 0) | (byte == UInt8(ascii: "\n") ? 1 : 0)
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
