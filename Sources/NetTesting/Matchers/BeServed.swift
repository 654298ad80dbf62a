public import Net

/// Where a response can come from, for ``beServed(from:)``.
public enum ResponseSource: Sendable, Hashable {
  /// The cache, without the network: a fresh response or a stale one.
  case cache
  /// The cache, after its server has confirmed the stored response (304).
  case validatedCache
  /// The network, even if other requests waited for the same response.
  case network
}

/// A value that contains a cache status, for ``beServed(from:)``.
///
/// `DataResponse`, `ReceivedResponse`, `ResponseHead` and `NetworkError` are such values.
public protocol CacheStatusProviding {
  /// How the cache took part, or nil without a cache.
  var cacheStatus: CacheStatus? { get }
  /// Whether there is a response of a server, or a stored one; true unless the type says otherwise.
  ///
  /// Without one, as after a failure of the connection, nothing was served, and ``beServed(from:)`` matches no source.
  var hasServedResponse: Bool { get }
}

extension CacheStatusProviding {
  /// Whether there is a response of a server or of the cache: true.
  public var hasServedResponse: Bool { true }
}

extension DataResponse: CacheStatusProviding {
  /// Whether there is a response of a server or of the cache.
  ///
  /// There is none if the request was not sent or failed, nor if the cache has nothing to use (504, RFC 9111 section
  /// 5.2.1.7).
  public var hasServedResponse: Bool { response?.hasServedResponse == true }
}

extension ReceivedResponse: CacheStatusProviding {
  /// Whether the response is that of a server, or a stored one, and not the 504 of a cache that has nothing to use.
  public var hasServedResponse: Bool { head.hasServedResponse }
}

extension ResponseHead: CacheStatusProviding {
  /// Whether the response is that of a server, or a stored one, and not the 504 of a cache that has nothing to use.
  public var hasServedResponse: Bool { !isMadeByCache }
}

extension NetworkError: CacheStatusProviding {
  /// Whether there is a response of a server or of the cache.
  ///
  /// There is none if the request was not sent or failed, nor if the cache has nothing to use (504, RFC 9111 section
  /// 5.2.1.7).
  public var hasServedResponse: Bool { response?.hasServedResponse == true }
}

/// Matches a response that comes from the cache, or from the network.
///
/// ```swift
/// let response = await network.get("items").response(.data)
/// expect(response).to(beServed(from: .cache))
/// ```
///
/// A response of a session without a cache comes from the network. A request without a response passes neither `to` nor
/// `toNot`: it failed, or the cache had nothing to use and made a 504 (`onlyCached`). The failure message contains the
/// cache status.
public func beServed<Value: CacheStatusProviding>(from source: ResponseSource) -> Matcher<Value> {
  Matcher("a response from \(source.words)") { response in
    let status = response.cacheStatus
    guard response.hasServedResponse else { return .neither(got: "no response") }
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
