/// An option that a transport cannot keep to: which, and why.
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
  /// Why it cannot be kept to.
  public var reason: Reason

  /// Why an option cannot be kept to.
  public enum Reason: Sendable, Hashable {
    /// The transport of this name does not have it.
    case unsupportedByTransport(String)
    /// The library beneath is of this version; the option came with the other.
    case unsupportedByLibrary(version: String, needed: String)
    /// The library beneath was built without this.
    case missingFeature(String)
    /// The library beneath does TLS with this, which cannot do it.
    case unsupportedByTLSBackend(String)
    /// The library beneath was asked and refused, in its own words.
    case refusedByLibrary(String)
    /// This value was given; the words say what would do. Secrets are left out of it.
    case invalidValue(given: String, expected: String)
  }

  /// Makes an error.
  public init(_ option: TransportOption, _ reason: Reason) {
    self.option = option
    self.reason = reason
  }
}

extension TransportOptionError: CustomStringConvertible {
  /// The option as it is written in code, and why it cannot be kept to.
  public var description: String { "\(option.rawValue): \(reason.words)" }
}

extension TransportOptionError.Reason {
  fileprivate var words: String {
    switch self {
    case .unsupportedByTransport(let name): "\(name) does not have this option"
    case .unsupportedByLibrary(let version, let needed): "needs libcurl \(needed), and this is \(version)"
    case .missingFeature(let feature): "this libcurl was built without \(feature)"
    case .unsupportedByTLSBackend(let backend): "this libcurl does TLS with \(backend), which cannot do it"
    case .refusedByLibrary(let words): "libcurl refused it: \(words)"
    case .invalidValue(let given, let expected): "\(given.debugDescription) will not do: \(expected)"
    }
  }
}

/// The options of ``TransportOptions`` by name. The raw value is how the option is written in code.
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
