/// A stored response, as a store returns it: the head, and what the store needs to find the body.
///
/// ```swift
/// for entry in try store.entries(for: key) { print(entry.response.status, entry.bodySize) }
/// ```
public struct CacheEntry: Sendable, Identifiable {
  private struct Contents: Sendable {
    let key: CacheKey
    let id: UInt64
    var response: StoredResponse
    let payload: Payload
    let bodySize: Int64
  }

  /// What the store attached to an entry.
  enum Payload: Sendable {
    case none
    /// The body in memory.
    case memory(MemoryBody)
    /// The location on disk, and the body if that is short.
    case disk(DiskPayload)
  }

  /// In a box, because an entry is copied with each lookup.
  private var contents: Boxed<Contents>

  /// A number that is unique among the entries of its key.
  ///
  /// It increases with the time at which the writer was opened.
  public var id: UInt64 { contents.value.id }
  /// Where the entry is stored.
  public var key: CacheKey { contents.value.key }
  /// The head.
  public var response: StoredResponse {
    get { contents.value.response }
    set { contents.value.response = newValue }
  }
  /// The number of bytes of the body.
  public var bodySize: Int64 { contents.value.bodySize }
  /// What the store attached to the entry.
  var payload: Payload { contents.value.payload }

  /// How many entries the stores of this package keep for a key; above it, the oldest is removed.
  ///
  /// Without a limit, a response that varies on a field with ever new values would slow down each lookup.
  static let limitPerKey = 32

  /// Creates an entry, for use in your own store.
  public init(id: UInt64, key: CacheKey, response: StoredResponse, bodySize: Int64) {
    self.init(id: id, key: key, response: response, bodySize: bodySize, payload: .none)
  }

  init(id: UInt64, key: CacheKey, response: StoredResponse, bodySize: Int64, payload: Payload) {
    contents = Boxed(
      Contents(key: key, id: id, response: response, payload: payload, bodySize: max(0, bodySize)))
  }

  /// Returns whether the entry is that of the key, whose hash value is known to be the same.
  func isStored(for key: CacheKey) -> Bool { contents.value.key.hasTexts(of: key) }
}
