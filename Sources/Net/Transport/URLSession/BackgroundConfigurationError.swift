public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The configuration of a background session was passed to a ``URLSessionTransport``.
///
/// Foundation runs the requests of such a session outside the process and delivers files, not bytes.
public struct BackgroundConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The identifier of the background session.
  public var identifier: String

  /// Creates an error.
  public init(identifier: String) { self.identifier = identifier }

  /// What happened, and what to do about it.
  public var description: String {
    """
    URLSessionTransport cannot use the configuration of the background session "\(identifier)", which delivers no \
    bytes. Pass one made from .default or .ephemeral.
    """
  }

  /// Returns the configuration if it is not of a background session.
  static func check(
    _ configuration: URLSessionConfiguration
  ) throws(BackgroundConfigurationError) -> URLSessionConfiguration {
    if let identifier = configuration.identifier {
      throw BackgroundConfigurationError(identifier: identifier)
    }
    return configuration
  }
}

extension BackgroundConfigurationError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
