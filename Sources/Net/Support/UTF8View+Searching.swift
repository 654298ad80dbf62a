/// Searches for bytes in the storage of a string: those of the standard library fetch them one by one by an index.
extension String.UTF8View {
  /// Returns whether the text has this byte.
  func contains(_ byte: UInt8) -> Bool {
    unsafe withContiguousStorageIfAvailable { unsafe $0.offset(of: byte) != nil } ?? contains { $0 == byte }
  }

  /// The first control character of ASCII.
  var firstControl: UInt8? {
    let control: UInt8?? = unsafe withContiguousStorageIfAvailable { bytes in
      for index in bytes.indices where unsafe Self.isControl(bytes[index]) { return unsafe bytes[index] }
      return nil
    }
    return control ?? first(where: Self.isControl)
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f }
}

extension Substring.UTF8View {
  /// Returns whether the text has this byte.
  func contains(_ byte: UInt8) -> Bool {
    unsafe withContiguousStorageIfAvailable { unsafe $0.offset(of: byte) != nil } ?? contains { $0 == byte }
  }

  /// Returns the index of the first such byte.
  func firstIndex(of byte: UInt8) -> Index? {
    guard let offset = unsafe withContiguousStorageIfAvailable({ unsafe $0.offset(of: byte) }) else {
      return firstIndex { $0 == byte }
    }
    return offset.map { index(startIndex, offsetBy: $0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func offset(of byte: UInt8) -> Int? {
    var offset = 0
    // The offset is within the buffer.
    while offset < count {
      if unsafe self[offset] == byte { return offset }
      offset += 1
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the bytes begin with those of the text.
  func starts(with text: String.UTF8View) -> Bool {
    let starts = unsafe text.withContiguousStorageIfAvailable { text in
      unsafe withUnsafeBufferPointer { bytes in
        guard text.count <= bytes.count else { return false }
        var offset = 0
        // The offset is within both buffers.
        while offset < text.count {
          guard unsafe bytes[offset] == text[offset] else { return false }
          offset += 1
        }
        return true
      }
    }
    return starts ?? (count >= text.count && prefix(text.count).elementsEqual(text))
  }
}
