#if os(Linux)
  import CLibcurl

  /// The lines of a request's head as libcurl takes them, which must stay until the transfer has ended.
  @safe struct CurlFieldList {
    // The list is libcurl's to make and to free, and this struct's owner alone has it.
    private(set) var pointer: UnsafeMutableRawPointer?
    private var line: [UInt8] = []

    /// Adds a field with this value, also when it is empty.
    ///
    /// - Throws: ``InvalidRequest`` for what would be more than one line, or end early.
    mutating func add(_ name: String, _ value: String) throws(InvalidRequest) {
      line.removeAll(keepingCapacity: true)
      line.append(contentsOf: name.utf8)
      let start = line.count
      line.append(UInt8(ascii: ":"))
      line.append(UInt8(ascii: " "))
      line.append(contentsOf: value.utf8)
      var isBlank = true
      for (index, byte) in line.enumerated() {
        if byte == 0 || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
          throw InvalidRequest.header(name: name, value: value)
        }
        if index > start, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { isBlank = false }
      }
      if isBlank {
        line.removeSubrange(start...)
        line.append(UInt8(ascii: ";"))
      }
      append()
    }

    /// Keeps a field out that libcurl would add.
    mutating func suppress(_ name: String) {
      line.removeAll(keepingCapacity: true)
      line.append(contentsOf: name.utf8)
      line.append(UInt8(ascii: ":"))
      append()
    }

    private mutating func append() {
      line.append(0)
      let list = unsafe pointer
      let longer = unsafe line.withUnsafeBufferPointer { line in
        unsafe line.withMemoryRebound(to: CChar.self) { line in
          unsafe line.baseAddress.flatMap { unsafe libcurl_list_append(list, $0) }
        }
      }
      if let longer = unsafe longer { unsafe pointer = longer }
    }

    mutating func removeAll() {
      unsafe libcurl_list_free(pointer)
      unsafe pointer = nil
    }
  }
#endif
