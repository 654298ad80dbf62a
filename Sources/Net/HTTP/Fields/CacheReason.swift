/// The reason for what a cache did.
///
/// ```swift
/// if case .cache(.forwarded(.varyMiss)) = event { print("another variant is stored") }
/// ```
///
/// The names are the tokens of RFC 9211, as in a `Cache-Status` field, and a few that only this library uses.
public struct CacheReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The names that the library uses.
  private enum Known: String, Sendable {
    case bypass, method, miss, request, stale, partial, revalidating, status, size, removed, storage, error
    case uriMiss = "uri-miss"
    case varyMiss = "vary-miss"
    case noStore = "no-store"
  }

  /// A known name counts no reference when it is copied, which happens several times with every response.
  private enum Name: Hashable, Sendable {
    case known(Known)
    indirect case other(String)
  }

  private let name: Name

  /// A short name, in lower case with hyphens.
  public var rawValue: String {
    switch name {
    case .known(let known): known.rawValue
    case .other(let text): text
    }
  }

  /// Creates a reason with this name.
  public init(rawValue: String) { name = Known(rawValue: rawValue).map(Name.known) ?? .other(rawValue) }

  private init(_ known: Known) { name = .known(known) }

  /// Returns whether both have the same name.
  public static func == (left: CacheReason, right: CacheReason) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { rawValue }

  /// The request or the session does not use the cache; or the response is an event stream or that of another URL after
  /// a redirect, and is not stored.
  public static let bypass = CacheReason(.bypass)
  /// Responses to the method are not stored.
  public static let method = CacheReason(.method)
  /// Nothing is stored for the URL.
  public static let uriMiss = CacheReason(.uriMiss)
  /// The stored responses are for other values of the request fields that `Vary` names; or the received one has
  /// `Vary: *`, and is not stored.
  public static let varyMiss = CacheReason(.varyMiss)
  /// Responses are stored for the URL, but none of them can be used.
  public static let miss = CacheReason(.miss)
  /// The request asks for a validated response, accepts a stale one, or bypasses the cache with `no-store`.
  ///
  /// It says where the response comes from; that a request with `no-store` also forbids storing it is ``noStore``.
  public static let request = CacheReason(.request)
  /// The stored response is stale; or the received one is older than another that was stored meanwhile.
  public static let stale = CacheReason(.stale)
  /// The stored response is incomplete; or the received one is, and cannot be stored.
  public static let partial = CacheReason(.partial)
  /// The response is stale and is being validated in the background (`stale-while-revalidate`).
  public static let revalidating = CacheReason(.revalidating)
  /// The response is not stored, because it or its request forbids that (`no-store`).
  ///
  /// It says nothing about where the response comes from; for a request with `no-store` that is ``request``.
  public static let noStore = CacheReason(.noStore)
  /// Responses with this status are not stored.
  public static let status = CacheReason(.status)
  /// The response exceeds the limit of the cache.
  public static let size = CacheReason(.size)
  /// The URL was removed from the cache while the response arrived, for example by a `PUT`.
  public static let removed = CacheReason(.removed)
  /// The storage failed, for example because the disk is full.
  public static let storage = CacheReason(.storage)
  /// The network failed, and a stale response was allowed (`stale-if-error`).
  public static let error = CacheReason(.error)
}
