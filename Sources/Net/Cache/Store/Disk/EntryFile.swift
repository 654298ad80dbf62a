import Foundation

/// The file of an entry: its head and, if it is short, its body.
///
/// ```text
/// "NScache" version | id | body size | head size | flags | head | checksum | body | checksum
///        8              8       8           4        4              8              8
/// ```
///
/// The first checksum covers everything before it. Without a body inside, the file ends after it. Numbers are
/// little-endian.
struct EntryFile: Sendable {
  var id: UInt64
  var key: CacheKey
  var response: StoredResponse
  var bodySize: Int64
  /// The body, or nil if it has its own file.
  var body: Data?

  /// The largest body that is stored in the file of its entry, which saves a second file.
  static let longestBody = 16_384
  /// The largest body whose size is believed, so that arithmetic with it never overflows.
  static let largestBody: Int64 = 1 << 54
  /// The largest file that is read.
  ///
  /// The head of a response is much smaller.
  static let longestFile: Int64 = 4 << 20

  private static let magic = Array("NScache".utf8)
  private static let version: UInt8 = 1
  private static let prefixSize = 32
  private static let bodyHasItsFile: UInt32 = 1

  // MARK: - Writing

  /// The bytes of the file.
  func encoded() throws -> [UInt8] {
    var head = ByteWriter(capacity: 1024)
    Self.write(key, response, to: &head)
    var file = ByteWriter(capacity: head.bytes.count + (body?.count ?? 0) + 64)
    for byte in Self.magic { file.write(byte) }
    file.write(Self.version)
    file.write(id)
    file.write(bodySize)
    file.write(UInt32(clamping: head.bytes.count))
    file.write(body == nil ? Self.bodyHasItsFile : 0)
    file.append(Data(head.bytes))
    file.write(Self.checksum(of: file.bytes[...], seed: 0))
    if let body {
      file.append(body)
      file.write(BlockChecksum.of(body, seed: id))
    }
    guard Int64(file.bytes.count) <= Self.longestFile else {
      throw CacheStoreError.tooLarge(limit: Self.longestFile)
    }
    return file.bytes
  }

  private static func write(_ key: CacheKey, _ response: StoredResponse, to head: inout ByteWriter) {
    head.write(key.url)
    head.write(key.partition)
    head.write(response.method.rawValue)
    head.write(response.url == key.url ? "" : response.url)
    head.write(Int64(response.status))
    head.write(response.requestTime)
    head.write(response.responseTime)
    head.write(response.headers)
    head.write(response.requestHeaders)
    head.write(UInt8(response.isInvalid ? 1 : 0))
    head.write(UInt8(response.httpVersion == nil ? 0 : 1))
    if let version = response.httpVersion { head.write(version) }
    head.write(UInt8(response.range == nil ? 0 : response.range?.total == nil ? 1 : 2))
    if let range = response.range {
      head.write(range.first)
      head.write(range.last)
      if let total = range.total { head.write(total) }
    }
    head.write(UInt8(response.lifetime == nil ? 0 : 1))
    if let lifetime = response.lifetime?.components {
      head.write(lifetime.seconds)
      head.write(lifetime.attoseconds)
    }
  }

  // MARK: - Reading

  /// Reads a file.
  ///
  /// Returns nil if it has another version.
  ///
  /// - Throws: ``CacheStoreError/damaged`` if the bytes are not those that were written.
  init?(_ file: [UInt8]) throws {
    guard file.starts(with: Self.magic), file.count > Self.magic.count else { throw CacheStoreError.damaged }
    guard file[Self.magic.count] == Self.version else { return nil }
    guard file.count >= Self.prefixSize + 8 else { throw CacheStoreError.damaged }
    var prefix = ByteReader(file, in: 8..<Self.prefixSize)
    id = try prefix.number()
    bodySize = try prefix.number()
    guard (0...Self.largestBody).contains(bodySize) else { throw CacheStoreError.damaged }
    let headSize = Int(clamping: try prefix.number(UInt32.self))
    let flags = try prefix.number(UInt32.self)
    guard headSize <= file.count - Self.prefixSize - 8 else { throw CacheStoreError.damaged }
    let headEnd = Self.prefixSize + headSize
    try Self.check(0..<headEnd, of: file, seed: 0)
    var head = ByteReader(file, in: Self.prefixSize..<headEnd)
    (key, response) = try Self.read(from: &head)
    guard head.isAtEnd else { throw CacheStoreError.damaged }
    let bodyStart = headEnd + 8
    if flags & Self.bodyHasItsFile != 0 {
      guard file.count == bodyStart else { throw CacheStoreError.damaged }
      body = nil
    } else {
      guard Int64(file.count - bodyStart - 8) == bodySize else { throw CacheStoreError.damaged }
      let range = bodyStart..<file.count - 8
      try Self.check(range, of: file, seed: id)
      body = Data(file[range])
    }
  }

  /// Compares a part of a file with the checksum that follows it.
  private static func check(_ range: Range<Int>, of file: [UInt8], seed: UInt64) throws {
    var ending = ByteReader(file, in: range.upperBound..<range.upperBound + 8)
    guard try ending.number() == checksum(of: file[range], seed: seed) else { throw CacheStoreError.damaged }
  }

  init(id: UInt64, key: CacheKey, response: StoredResponse, bodySize: Int64, body: Data?) {
    self.id = id
    self.key = key
    self.response = response
    self.bodySize = bodySize
    self.body = body
  }

  private static func read(from head: inout ByteReader) throws -> (CacheKey, StoredResponse) {
    let key = CacheKey(url: try head.text(), partition: try head.text())
    let method = HTTPMethod(rawValue: try head.text())
    let url = try head.text()
    let status = Int(clamping: try head.number(Int64.self))
    let (requestTime, responseTime) = (try head.time(), try head.time())
    let (headers, requestHeaders) = (try head.headers(), try head.headers())
    let isInvalid = try head.number(UInt8.self) != 0
    let version = try head.number(UInt8.self) == 0 ? nil : try head.text()
    var range: StoredRange?
    let kind = try head.number(UInt8.self)
    if kind != 0 {
      range = StoredRange(
        first: try head.number(), last: try head.number(), total: kind == 2 ? try head.number() : nil)
    }
    var lifetime: Duration?
    if try head.number(UInt8.self) != 0 {
      lifetime = Duration(secondsComponent: try head.number(), attosecondsComponent: try head.number())
    }
    // All at once, because a stored response parses its fields when they are set.
    let response = StoredResponse(
      method: method, url: url.isEmpty ? key.url : url, requestHeaders: requestHeaders, status: status,
      headers: headers, httpVersion: version, requestTime: requestTime, responseTime: responseTime,
      range: range,
      lifetime: lifetime, isInvalid: isInvalid)
    return (key, response)
  }

  private static func checksum(of bytes: ArraySlice<UInt8>, seed: UInt64) -> UInt64 {
    // The bytes are valid during the closure.
    unsafe bytes.withUnsafeBytes { unsafe BlockChecksum.of($0, seed: seed) }
  }
}
