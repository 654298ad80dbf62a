/// The digests of a key, from which the names of its files are made.
///
/// They say nothing about the URL.
struct DiskKey: Sendable, Hashable, Comparable {
  var url: DiskURL
  var partition: UInt64

  static func < (left: DiskKey, right: DiskKey) -> Bool {
    (left.url.first, left.url.rest, left.partition) < (right.url.first, right.url.rest, right.partition)
  }

  /// The number of the folder of its entries.
  var shard: Int { url.shard }
}

extension DiskKey {
  init(_ key: CacheKey) {
    self.init(
      url: DiskURL(key.url), partition: key.partition.isEmpty ? 0 : DiskURL(key.partition).first)
  }
}

/// The first 128 bits of the SHA-256 digest of a URL or another text.
struct DiskURL: Sendable, Hashable {
  var first: UInt64
  var rest: UInt64

  /// The number of the folder of its entries.
  var shard: Int { Int(first >> 56) }
}

extension DiskURL {
  init(_ text: String) {
    let digest = SHA256.digest(text.utf8)
    func number(_ range: Range<Int>) -> UInt64 { digest[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(first: number(0..<8), rest: number(8..<16))
  }
}

/// An entry of a store on disk, as the name of its file says.
///
/// ```text
/// url (32 digits) partition (16 digits) "-" id (16 digits) "-" size "+"?
/// ```
///
/// A `+` means that the body has its own file, whose name ends with `.body`. So a folder is listed without opening
/// files.
struct DiskRecord: Sendable, Equatable {
  var key: DiskKey
  var id: UInt64
  /// The size of the files when the entry was stored.
  var charge: Int64
  /// By how much a later head has changed the size; 0 if that is not known.
  ///
  /// It is not in the name, which an update keeps.
  var growth: Int64 = 0
  var hasBodyFile: Bool
  /// When the entry was last used, in nanoseconds since 1970; 0 if that is not known.
  var lastUse: Int64 = 0

  var shard: Int { key.shard }

  /// The size of the files, or the largest number: the name of a file may say any charge.
  var size: Int64 {
    let (size, overflows) = charge.addingReportingOverflow(growth)
    return overflows ? .max : size
  }

  var name: String { name(after: "") }

  /// Returns the name after a prefix, such as the path of a folder, in one allocation.
  func name(after prefix: String) -> String {
    let charge = UInt64(max(0, charge))
    let chargeDigits = max(1, 16 - charge.leadingZeroBitCount / 4)
    // The prefix and the longest name fit, and each byte that is counted was written.
    return unsafe String(unsafeUninitializedCapacity: prefix.utf8.count + Self.longestName) { text in
      var end = 0
      for byte in prefix.utf8 { unsafe Self.write(byte, to: text, &end) }
      unsafe Self.write(key.url.first, 16, to: text, &end)
      unsafe Self.write(key.url.rest, 16, to: text, &end)
      unsafe Self.write(key.partition, 16, to: text, &end)
      unsafe Self.write(UInt8(ascii: "-"), to: text, &end)
      unsafe Self.write(id, 16, to: text, &end)
      unsafe Self.write(UInt8(ascii: "-"), to: text, &end)
      unsafe Self.write(charge, chargeDigits, to: text, &end)
      if hasBodyFile { unsafe Self.write(UInt8(ascii: "+"), to: text, &end) }
      return end
    }
  }

  private static let longestName = 83

  /// Returns the size of the files of an entry whose first file and whose body have these sizes.
  func size(head: Int64, body: Int64) -> Int64 {
    hasBodyFile ? head + BodyBlocks.fileSize(ofBody: body) : head
  }

  static let bodySuffix = ".body"

  var bodyName: String { name + Self.bodySuffix }

  /// Returns whether both are records of the same entry, which may have been updated or used between them.
  func isSame(as other: DiskRecord) -> Bool { id == other.id && key == other.key }

  /// The order in a shard: by key, then the newest first.
  static func isBefore(_ left: DiskRecord, _ right: DiskRecord) -> Bool {
    left.key == right.key ? left.id > right.id : left.key < right.key
  }

  /// Returns 16 digits.
  static func hexadecimal(_ number: UInt64) -> String {
    // Each of the 16 bytes is written.
    unsafe String(unsafeUninitializedCapacity: 16) { digits in
      var end = 0
      unsafe write(number, 16, to: digits, &end)
      return end
    }
  }

  /// Writes this many of the last digits of a number, for which the buffer has room.
  private static func write(
    _ number: UInt64, _ count: Int, to text: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int
  ) {
    for index in 1...count {
      let value = UInt8(truncatingIfNeeded: number >> UInt64(4 * (count - index))) & 0xf
      unsafe write(value < 10 ? 0x30 + value : 0x57 + value, to: text, &end)
    }
  }

  private static func write(_ byte: UInt8, to text: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    unsafe text[end] = byte
    end += 1
  }
}

extension DiskRecord {
  /// Reads the name of an entry's file in the folder of a shard, or returns nil if it is another file, such as that of
  /// an entry of another shard: nothing would find it there.
  init?(name: [UInt8], in shard: Int) {
    self.init(name: name)
    guard self.shard == shard else { return nil }
  }

  /// Reads the name of an entry's file, or returns nil if it is another file.
  init?(name: [UInt8]) {
    // Exactly one way to write each record, so a name is never ambiguous.
    guard name.count > 66, name.count <= Self.longestName, name[48] == 0x2d, name[65] == 0x2d else {
      return nil
    }
    let hasBodyFile = name.last == UInt8(ascii: "+")
    guard let first = Self.number(name[0..<16]), let rest = Self.number(name[16..<32]),
      let partition = Self.number(name[32..<48]), let id = Self.number(name[49..<65]),
      let charge = Self.number(name[66..<(hasBodyFile ? name.count - 1 : name.count)]),
      let charge = Int64(exactly: charge), charge == 0 || name[66] != 0x30
    else { return nil }
    self.init(
      key: DiskKey(url: DiskURL(first: first, rest: rest), partition: partition), id: id, charge: charge,
      hasBodyFile: hasBodyFile)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard !digits.isEmpty, digits.count <= 16 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return number
  }
}
