/// How one request uses the cache of its session, and whether it shares its exchange.
struct CachePlan: Sendable {
  let mode: CacheMode
  /// Whether the session has a cache.
  let isStored: Bool
  /// Whether identical requests share one exchange.
  let coalesces: Bool
  /// The partition that the session names.
  ///
  /// With a name, the look-up also comes before the adapters.
  let partition: String?
  /// The result of the look-up, for a request that the cache itself sends.
  let forward: ForwardedRequest?
  /// Whether the look-up happens only after the adapters.
  let isAdapted: Bool

  init(
    mode: CacheMode = .standard, isStored: Bool = true, coalesces: Bool = false, partition: String? = nil,
    forward: ForwardedRequest? = nil, isAdapted: Bool = false
  ) {
    self.isAdapted = isAdapted
    self.mode = mode
    self.isStored = isStored
    self.coalesces = coalesces
    self.partition = partition
    self.forward = forward
  }

  /// Whether the look-up also happens before the adapters.
  var isEarly: Bool { isStored && partition != nil && forward == nil && !isAdapted }
}
