/// The best transport on each platform, and the default of a ``NetworkSession``.
///
/// On Linux it is `CurlTransport`, which uses the same libcurl as Foundation's networking directly. On Apple platforms,
/// and on a machine without libcurl, it is ``URLSessionTransport``. They differ in optional features
/// (<doc:PlatformLimits>), but the code that uses them is the same:
///
/// ```swift
/// var options = TransportOptions()
/// options.proxy = .none
/// let network = NetworkSession(transport: try PlatformTransport.make(options: options))
/// ```
public enum PlatformTransport {
  /// Returns the transport with default options.
  ///
  /// If libcurl is there but the system refuses a thread or a descriptor, the transport tries again for each request.
  /// Until that succeeds, requests fail with a `CurlError`.
  public static func standard() -> any Transport {
    #if os(Linux) && !canImport(Darwin)
      if CurlCapabilities.current != nil {
        return (try? CurlTransport())
          ?? CurlTransport(openingLater: { try CurlTransport.open(TransportOptions()) })
      }
    #endif
    return URLSessionTransport()
  }

  /// Returns the transport with these options.
  ///
  /// - Throws: ``TransportOptionError``, which names an option that the transport of this platform does not support.
  ///   With libcurl, also the error that prevents it from starting.
  public static func make(options: TransportOptions) throws -> any Transport {
    #if os(Linux) && !canImport(Darwin)
      if CurlCapabilities.current != nil { return try CurlTransport(options: options) }
    #endif
    return try URLSessionTransport(options: options)
  }
}
