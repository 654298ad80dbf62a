public import Foundation

/// An error thrown for an option that a transport does not support, with the reason.
///
/// ```swift
/// do {
///   transport = try URLSessionTransport(options: options)
/// } catch {
///   print(error)  // tls.minimumVersion: URLSessionTransport does not have this option
/// }
/// ```
public struct TransportOptionError: Error, Sendable, Hashable {
  /// The option.
  public var option: TransportOption
  /// The reason.
  public var reason: Reason

  /// The reason why an option cannot be used.
  public enum Reason: Sendable, Hashable {
    /// The transport with this name does not support it.
    case unsupportedByTransport(String)
    /// The library was built without this feature.
    case missingFeature(String)
    /// The TLS backend of the library does not support it.
    case unsupportedByTLSBackend(String)
    /// The library rejected the option with this message.
    case refusedByLibrary(String)
    /// The value `given` is invalid. `expected` describes valid ones. Secrets are not included.
    case invalidValue(given: String, expected: String)
  }

  /// Creates an error.
  public init(_ option: TransportOption, _ reason: Reason) {
    self.option = option
    self.reason = reason
  }

  /// Creates an error for an invalid value.
  init(_ option: TransportOption, given: String, expected: String) {
    self.init(option, .invalidValue(given: given, expected: expected))
  }
}

extension TransportOptionError: CustomStringConvertible {
  /// The option as it is written in code, and the reason.
  public var description: String { "\(option.rawValue): \(reason.words)" }
}

extension TransportOptionError.Reason {
  fileprivate var words: String {
    switch self {
    case .unsupportedByTransport(let name): "\(name) does not have this option"
    case .missingFeature(let feature): "this libcurl was built without \(feature)"
    case .unsupportedByTLSBackend(let backend):
      "the TLS backend of this libcurl, \(backend), does not support it"
    case .refusedByLibrary(let words): "libcurl rejected it: \(words)"
    case .invalidValue(let given, let expected): "\(given.debugDescription) is invalid, expected \(expected)"
    }
  }
}

/// The options of ``TransportOptions`` by name.
///
/// The raw value is the option as it is written in code.
public enum TransportOption: String, Sendable, Hashable, CaseIterable {
  /// ``TLSOptions/minimumVersion``
  case minimumTLSVersion = "tls.minimumVersion"
  /// ``TLSOptions/maximumVersion``
  case maximumTLSVersion = "tls.maximumVersion"
  /// ``TLSOptions/authorities``
  case authorities = "tls.authorities"
  /// ``TLSOptions/clientIdentity``
  case clientIdentity = "tls.clientIdentity"
  /// ``TLSOptions/pins``
  case pins = "tls.pins"
  /// ``TLSOptions/dangerouslyAcceptsAnyCertificate``
  case anyCertificate = "tls.dangerouslyAcceptsAnyCertificate"
  /// ``TLSOptions/dangerouslyAcceptsAnyHostName``
  case anyHostName = "tls.dangerouslyAcceptsAnyHostName"
  /// ``TransportOptions/proxy``
  case proxy
  /// ``ConnectionLimits/perHost``
  case connectionsPerHost = "connections.perHost"
  /// ``ConnectionLimits/total``
  case totalConnections = "connections.total"
  /// ``ConnectionLimits/idle``
  case idleConnections = "connections.idle"
  /// ``TransportOptions/httpVersion``
  case httpVersion
  /// ``TransportOptions/unixSocketPath``
  case unixSocketPath
  /// ``TransportOptions/connectTimeout``
  case connectTimeout
  /// ``TransportOptions/localInterface``
  case localInterface
  /// ``TransportOptions/decompressesBodies``
  case decompressesBodies
}

extension TransportOptionError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
