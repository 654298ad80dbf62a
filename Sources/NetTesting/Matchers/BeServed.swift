public import Net

/// Where a response can come from, for ``beServed(from:)``.
public enum ResponseSource: Sendable, Hashable {
  /// The cache, without the network: a fresh response or a stale one.
  case cache
  /// The cache, after its server has confirmed the stored response (304).
  case validatedCache
  /// The network, also if other requests waited for the same response.
  case network
}

/// A value that contains a cache status, for ``beServed(from:)``.
///
/// `DataResponse`, `ReceivedResponse`, `ResponseHead` and `NetworkError` are such values.
public protocol CacheStatusProviding {
  /// How the cache took part, or nil without a cache.
  var cacheStatus: CacheStatus? { get }
}

extension DataResponse: CacheStatusProviding {}
extension ReceivedResponse: CacheStatusProviding {}
extension ResponseHead: CacheStatusProviding {}
extension NetworkError: CacheStatusProviding {}

/// Matches a response that comes from the cache, or from the network.
///
/// ```swift
/// let response = await network.get("items").response(.data)
/// expect(response).to(beServed(from: .cache))
/// ```
///
/// A response of a session without a cache comes from the network. The failure message contains the cache status.
public func beServed<Value: CacheStatusProviding>(from source: ResponseSource) -> Matcher<Value> {
  Matcher("a response from \(source.words)") { response in
    let status = response.cacheStatus
    let got = status.map { "\($0)" } ?? "a response without a cache status"
    return ResponseSource(status) == source ? .matches(got: got) : .differs(got: got)
  }
}

extension ResponseSource {
  fileprivate init(_ status: CacheStatus?) {
    self =
      switch status {
      case .hit, .stale: .cache
      case .revalidated: .validatedCache
      case .miss, .bypass, .coalesced, nil: .network
      }
  }

  fileprivate var words: String {
    switch self {
    case .cache: "the cache"
    case .validatedCache: "the cache, confirmed by its server"
    case .network: "the network"
    }
  }
}
