/// The status of the cache as a head carries it.
///
/// It does not take part in equality: heads that differ only in it are equal.
struct CarriedCacheStatus: Sendable, Hashable {
  var value: CacheStatus?
  /// Whether the cache made the response itself.
  var isMadeByCache = false

  static func == (left: CarriedCacheStatus, right: CarriedCacheStatus) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension ResponseHead {
  /// Whether the head is that of the network, and not a stored one.
  var isFromNetwork: Bool {
    switch cacheStatus {
    case nil, .miss, .bypass: true
    case .hit, .stale, .revalidated, .coalesced: false
    }
  }
}
