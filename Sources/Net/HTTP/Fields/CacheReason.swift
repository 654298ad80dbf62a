/// The reason for what a cache did.
///
/// ```swift
/// if case .cache(.forwarded(.varyMiss)) = event { print("another variant is stored") }
/// ```
///
/// The names are the tokens of RFC 9211, as in a `Cache-Status` field, and a few that only this library uses.
public struct CacheReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// A short name, in lower case with hyphens.
  public let rawValue: String

  /// Creates a reason with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name.
  public var description: String { rawValue }

  /// The request or the session does not use the cache.
  public static let bypass = CacheReason(rawValue: "bypass")
  /// Responses to the method are not stored.
  public static let method = CacheReason(rawValue: "method")
  /// Nothing is stored for the URL.
  public static let uriMiss = CacheReason(rawValue: "uri-miss")
  /// The stored response is for other values of the request's fields.
  public static let varyMiss = CacheReason(rawValue: "vary-miss")
  /// No stored response can be used, for several reasons.
  public static let miss = CacheReason(rawValue: "miss")
  /// The request asks for a validated response, or accepts a stale one.
  public static let request = CacheReason(rawValue: "request")
  /// The stored response is stale.
  public static let stale = CacheReason(rawValue: "stale")
  /// The stored response is incomplete.
  public static let partial = CacheReason(rawValue: "partial")
  /// The response is stale and is being validated in the background (`stale-while-revalidate`).
  public static let revalidating = CacheReason(rawValue: "revalidating")
  /// The response or the request forbids storing (`no-store`).
  public static let noStore = CacheReason(rawValue: "no-store")
  /// Responses with this status are not stored.
  public static let status = CacheReason(rawValue: "status")
  /// The response exceeds the limit of the cache.
  public static let size = CacheReason(rawValue: "size")
  /// The URL was removed from the cache while the response arrived, for example by a `PUT`.
  public static let removed = CacheReason(rawValue: "removed")
  /// The storage failed, for example because the disk is full.
  public static let storage = CacheReason(rawValue: "storage")
  /// The network failed, and a stale response was allowed (`stale-if-error`).
  public static let error = CacheReason(rawValue: "error")
}
