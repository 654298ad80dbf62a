/// A stored response, as a store returns it: the head, and what the store needs to find the body.
///
/// ```swift
/// for entry in try store.entries(for: key) { print(entry.response.status, entry.bodySize) }
/// ```
public struct CacheEntry: Sendable, Identifiable {
  /// A number that no other entry of its key has.
  ///
  /// An entry whose writer was opened later has a greater one.
  public let id: UInt64
  /// Where the entry is stored.
  public let key: CacheKey
  /// The head.
  public var response: StoredResponse
  /// The number of bytes of the body.
  public let bodySize: Int64
  /// What the store that made the entry keeps with it, such as a short body.
  let payload: (any Sendable)?

  /// How many entries the stores of this package keep for a key.
  ///
  /// The oldest ones are removed first.
  ///
  /// A response that varies on a field that is always different would otherwise slow down each look-up.
  static let limitPerKey = 32

  /// Creates an entry, in a store of your own.
  public init(id: UInt64, key: CacheKey, response: StoredResponse, bodySize: Int64) {
    self.init(id: id, key: key, response: response, bodySize: bodySize, payload: nil)
  }

  init(id: UInt64, key: CacheKey, response: StoredResponse, bodySize: Int64, payload: (any Sendable)?) {
    self.id = id
    self.key = key
    self.response = response
    self.bodySize = bodySize
    self.payload = payload
  }
}
