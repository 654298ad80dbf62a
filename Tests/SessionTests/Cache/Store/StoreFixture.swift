import Foundation

@testable import Net

/// Keys, heads and bodies for the tests of stores.
enum StoreFixture {
  static let time = Date(timeIntervalSince1970: 1_763_769_600)

  static func key(_ path: String, partition: String = "") -> CacheKey {
    CacheKey(url: "https://example.com/\(path)", partition: partition)
  }

  static func head(_ path: String = "", tag: String = "1") -> StoredResponse {
    StoredResponse(
      url: "https://example.com/\(path)", status: 200, headers: ["ETag": tag, "Cache-Control": "max-age=60"],
      httpVersion: "HTTP/1.1", requestTime: time, responseTime: time)
  }

  static func body(_ count: Int, seed: Int = 0) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 13) ^ seed) })
  }
}

extension CacheStore {
  @discardableResult
  func put(
    _ path: String, _ body: Data, tag: String = "1", partition: String = "", replacing: [UInt64] = []
  ) throws -> CacheEntry {
    let writer = try writer(
      for: StoreFixture.key(path, partition: partition), response: StoreFixture.head(path, tag: tag),
      replacing: replacing)
    try writer.append(body)
    return try writer.commit()
  }

  /// The tags of what is stored, in order.
  func tags(_ path: String, partition: String = "") throws -> [String] {
    try entries(for: StoreFixture.key(path, partition: partition)).map {
      $0.response.headers["ETag"] ?? "none"
    }
  }

  /// The body of an entry.
  func body(of entry: CacheEntry) throws -> Data {
    let reader = try reader(of: entry)
    var body = Data()
    while let chunk = try reader.read(atMost: 100_000) { body += chunk }
    return body
  }

  /// The body of the newest entry, or nil if nothing is stored.
  func body(_ path: String) throws -> Data? {
    try entries(for: StoreFixture.key(path)).first.map(body(of:))
  }
}
