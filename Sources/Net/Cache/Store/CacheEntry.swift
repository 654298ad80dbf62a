/// A stored response, as a store returns it: the head, and what the store needs to find the body.
///
/// ```swift
/// for entry in try store.entries(for: key) { print(entry.response.status, entry.bodySize) }
/// ```
public struct CacheEntry: Sendable, Identifiable {
  /// A number that is unique among the entries of its key.
  ///
  /// It increases with the time at which the writer was opened.
  public let id: UInt64
  /// Where the entry is stored.
  public let key: CacheKey
  /// The head.
  public var response: StoredResponse
  /// The number of bytes of the body.
  public let bodySize: Int64
  /// Data that the store attached to the entry, such as a short body.
  let payload: (any AnyObject & Sendable)?

  /// How many entries the stores of this package keep for a key; above it, the oldest is removed.
  ///
  /// Without a limit, a response that varies on a field with ever new values would slow down each lookup.
  static let limitPerKey = 32

  /// Creates an entry, for use in your own store.
  public init(id: UInt64, key: CacheKey, response: StoredResponse, bodySize: Int64) {
    self.init(id: id, key: key, response: response, bodySize: bodySize, payload: nil)
  }

  init(
    id: UInt64, key: CacheKey, response: StoredResponse, bodySize: Int64, payload: (any AnyObject & Sendable)?
  ) {
    self.id = id
    self.key = key
    self.response = response
    self.bodySize = max(0, bodySize)
    self.payload = payload
  }
}
