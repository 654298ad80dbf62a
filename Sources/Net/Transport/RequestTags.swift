/// A key of a value that a request carries for interceptors, monitors, transports and tests.
///
/// ```swift
/// enum Screen: RequestTagKey { typealias Value = String }
/// network.get("items").tag(Screen.self, "checkout").responseData { response in print(response.result) }
/// ```
///
/// The type is the key, so keys of different modules never meet. A key with `Void` values is a mark.
public protocol RequestTagKey: SendableMetatype {
  /// The type of the value.
  associatedtype Value: Sendable
}

/// The values that a caller attached to a request for its policies, monitors and transports, by ``RequestTagKey``.
///
/// ```swift
/// struct Screens: EventMonitor {
///   enum Screen: RequestTagKey { typealias Value = String }
///
///   func request(_ id: RequestID, did event: RequestEvent) {
///     guard case .failed(let error, _) = event, let screen = error.request?.tags[Screen.self] else { return }
///     print("\(screen) failed")
///   }
/// }
/// ```
///
/// Set them with ``NetworkRequesting/tag(_:_:)`` or ``RequestDescription/tags``, and read them in
/// ``TransportRequest/tags``: all attempts and redirects have them. They are not sent, and no part of equality, so
/// neither the cache nor ``NetworkRequesting/coalesced(_:)`` considers them; an exchange that several requests share
/// has those of the first one. Logs, traces, cassettes and descriptions do not show them. The request, its responses
/// and its errors keep them, so a value that refers to its request does so weakly.
public struct RequestTags: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates a set without values.
  public init() {}

  /// Whether there is no value.
  public var isEmpty: Bool { values.isEmpty }

  /// The value for a key, or nil without one.
  public subscript<Key: RequestTagKey>(_ key: Key.Type) -> Key.Value? {
    get { values[ObjectIdentifier(key)] as? Key.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

extension RequestTags: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of values, which may be secrets.
  public var description: String { values.count.counted("tag") }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because the values may be secrets.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
