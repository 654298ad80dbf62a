public import Net

/// A value of ``StreamRequest/updates(of:)``, and how current it is.
///
/// ```swift
/// network.stream.get("items").updates(of: [Item].self)
///   .subscribe(onNext: { loaded in print(loaded.isStale ? "may be old:" : "current:", loaded.value) })
///   .disposed(by: bag)
/// ```
public struct Loaded<Value: Sendable>: Sendable {
  /// The decoded value.
  public var value: Value
  /// Where the value comes from.
  public var origin: Origin
  /// The failure of the request for a newer value; nil if none has failed.
  public var failure: NetworkError?

  /// Where a value comes from.
  public enum Origin: Sendable, Hashable {
    /// The cache, which received or validated it this long ago. A stale value is being validated.
    case stored(age: Duration, isStale: Bool)
    /// The network.
    case network
  }

  /// Creates a value, for a test or a preview.
  public init(_ value: Value, origin: Origin = .network, failure: NetworkError? = nil) {
    self.value = value
    self.origin = origin
    self.failure = failure
  }

  /// Whether the value may be out of date: a stale one from the cache.
  public var isStale: Bool { if case .stored(_, isStale: true) = origin { true } else { false } }
}

extension Loaded: Equatable where Value: Equatable {
  /// Returns whether both have equal values and origins, and failures with the same reason.
  public static func == (left: Loaded, right: Loaded) -> Bool {
    left.value == right.value && left.origin == right.origin && left.failure?.reason == right.failure?.reason
  }
}
