/// The transport that is best on each platform: what a ``NetworkSession`` has unless it is given another.
///
/// On Linux that is `CurlTransport`, straight on the libcurl that Foundation's networking stands on; on Apple's
/// platforms, and on a machine without libcurl, it is ``URLSessionTransport``. They differ in what they can do beside
/// sending requests (<doc:PlatformLimits>), and not in what a program has to write:
///
/// ```swift
/// var options = TransportOptions()
/// options.proxy = .none
/// let network = NetworkSession(transport: try PlatformTransport.make(options: options))
/// ```
public enum PlatformTransport {
  /// The transport with all options as they are by default.
  public static func standard() -> any Transport {
    #if os(Linux)
      if let transport = try? CurlTransport() { return transport }
    #endif
    return URLSessionTransport()
  }

  /// The transport with these options.
  ///
  /// - Throws: ``TransportOptionError``, which names an option that the transport of this platform cannot keep to.
  ///   Where there is a libcurl, also what keeps it from starting.
  public static func make(options: TransportOptions) throws -> any Transport {
    #if os(Linux)
      if CurlCapabilities.current != nil { return try CurlTransport(options: options) }
    #endif
    return try URLSessionTransport(options: options)
  }
}
