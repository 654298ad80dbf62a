import Foundation
import Net

/// A store, and the operations that the laws perform on it.
struct CacheStoreTrial: Sendable {
  let store: any CacheStore

  /// A key of a URL with this path.
  func key(_ path: String, partition: String = "") -> CacheKey {
    CacheKey(url: "http://contract.invalid/\(path)", partition: partition)
  }

  /// Returns the head of a response in which every property differs from its default.
  func response(_ key: CacheKey, tag: String = "1") -> StoredResponse {
    StoredResponse(
      method: .get, url: key.url, requestHeaders: ["Accept-Language": "de"], status: 203,
      headers: [
        HTTPField(name: "ETag", value: "\"\(tag)\""), HTTPField(name: "Set-Cookie", value: "a=1"),
        HTTPField(name: "Set-Cookie", value: "b=ü"), HTTPField(name: "X-Empty", value: ""),
      ], httpVersion: "HTTP/2", requestTime: Date(timeIntervalSince1970: 1_763_769_600.25),
      responseTime: Date(timeIntervalSince1970: 1_763_769_600.75),
      range: StoredRange(first: 5, last: 9, total: nil), lifetime: .milliseconds(1500), isInvalid: true)
  }

  /// Stores an entry.
  @discardableResult
  func put(
    _ key: CacheKey, _ body: Data = Data("hello".utf8), tag: String = "1", replacing: [CacheEntry.ID] = []
  ) throws -> CacheEntry {
    let writer = try store.writer(for: key, response: response(key, tag: tag), replacing: replacing)
    // In chunks of growing size.
    var (rest, size) = (body, 1)
    while !rest.isEmpty {
      try writer.append(Data(rest.prefix(size)))
      rest = rest.dropFirst(size)
      size *= 3
    }
    return try writer.commit()
  }

  /// Reads a body from an offset.
  func body(of entry: CacheEntry, from offset: Int64 = 0, by count: Int = 10_000) throws -> Data {
    let reader = try store.reader(of: entry, from: offset)
    var body = Data()
    while let chunk = try reader.read(atMost: count) {
      try ContractBreach.unless(
        chunk.count <= count, "read \(chunk.count.counted("byte")), more than \(count)")
      try ContractBreach.unless(!chunk.isEmpty, "read no bytes instead of nil")
      body += chunk
    }
    return body
  }

  /// The tags of the entries of a key, in their order.
  func tags(_ key: CacheKey) throws -> [String] {
    try store.entries(for: key).map { $0.response.headers["ETag"] ?? "none" }
      .map { $0.replacing("\"", with: "") }
  }

  func expectTags(_ key: CacheKey, _ tags: [String], _ what: String) throws {
    try ContractBreach.unlessEqual(try self.tags(key), tags, what)
  }

  /// Checks that the closure throws this error.
  func expect(_ error: CacheStoreError, of what: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let found as CacheStoreError where found == error {
      return
    } catch {
      throw ContractBreach("\(what) threw \(spelling(of: error))")
    }
    throw ContractBreach("\(what) threw nothing")
  }

  /// This many bytes, in which no two adjacent blocks are equal.
  static func pattern(_ count: Int, seed: Int = 0) -> Data {
    TransportContract.pattern(count, seed: seed)
  }
}
