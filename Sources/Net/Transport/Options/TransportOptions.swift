/// The connection options of a transport: TLS, proxies, limits, versions.
///
/// All transports share this type.
///
/// ```swift
/// var options = TransportOptions()
/// options.tls.authorities = .systemAnd([.file("/etc/company/root.pem")])
/// options.proxy = .http("http://proxy.internal:3128")
/// let network = NetworkSession(transport: try CurlTransport(options: options))
/// ```
///
/// An unsupported option is never ignored: creating the transport throws a ``TransportOptionError`` that names it.
/// Every transport supports the defaults.
///
/// Files are read, or at least checked, when the transport is created. The options of a transport do not change
/// afterwards. Timeouts are in ``RequestTimeouts``. Cookies, redirects and caches belong to the session and have no
/// options here.
public struct TransportOptions: Sendable, Hashable {
  /// The trusted certificates, the client's certificate, and the TLS versions.
  public var tls = TLSOptions()
  /// The proxy.
  ///
  /// The default is ``ProxySetting/environment``.
  public var proxy: ProxySetting = .environment
  /// Limits on the number of connections.
  public var connections = ConnectionLimits()
  /// The HTTP versions to request.
  ///
  /// The default is ``HTTPVersionPreference/automatic``.
  public var httpVersion: HTTPVersionPreference = .automatic
  /// The path of a Unix domain socket to connect to, instead of the host and port of the URL.
  ///
  /// Nil means none.
  ///
  /// The scheme, the `Host` field and the name for checking the certificate still come from the URL. No proxy is used.
  public var unixSocketPath: String?
  /// The maximum time for resolving the host name, opening the connection and negotiating TLS together.
  ///
  /// Nil means the default of the transport.
  ///
  /// It covers nothing after that, and does not apply to a request on a reused connection. ``RequestTimeouts/connect``
  /// lasts until the first sign of life, with any transport. A request that exceeds this limit fails in the phase
  /// ``TransportPhase/connect``. The resolution is one millisecond, which is also the minimum.
  public var connectTimeout: Duration?
  /// The name of a network interface, or an address of this machine, to connect from.
  ///
  /// Nil means the choice of the system.
  public var localInterface: String?
  /// Whether body encodings such as `gzip` are requested and undone.
  ///
  /// The default is true.
  ///
  /// If false, the body is as the service sent it, and no `Accept-Encoding` is added. A body that cannot be decoded
  /// fails with a ``ContentDecodingError``; one in an unknown encoding is delivered as it is. If sessions with and
  /// without this option share a cache, neither uses what the other has stored.
  public var decompressesBodies = true

  /// Creates the default options.
  public init() {}
}

/// The HTTP versions that a transport requests.
public enum HTTPVersionPreference: Sendable, Hashable {
  /// HTTP/2 if it is negotiated with TLS (RFC 9113 section 3.2), and HTTP/1.1 otherwise.
  case automatic
  /// Only HTTP/1.1.
  case http1
  /// HTTP/2 with TLS as with ``automatic``. Without TLS it is requested with `Upgrade`, which few services support; an
  /// HTTP proxy receives HTTP/1.1.
  case http2
  /// HTTP/2 from the first byte, even without TLS (RFC 9113 section 3.3). If the service does not support it, the
  /// request fails.
  case http2PriorKnowledge
}

/// The maximum numbers of concurrent connections of a transport.
///
/// Nil means the default of the transport. With ``CurlTransport`` the tunnels of a proxy are counted separately for each
/// `Proxy-Authorization` field of requests.
public struct ConnectionLimits: Sendable, Hashable {
  /// The maximum number of connections to one host.
  ///
  /// Further requests wait.
  public var perHost: Int?
  /// The maximum number of connections.
  ///
  /// Further requests wait.
  public var total: Int?
  /// The maximum number of idle connections that are kept open for reuse.
  public var idle: Int?

  /// Creates limits.
  ///
  /// Each must be at least 1.
  public init(perHost: Int? = nil, total: Int? = nil, idle: Int? = nil) {
    self.perHost = perHost
    self.total = total
    self.idle = idle
  }
}
