/// How a transport connects: TLS, proxies, limits, versions. One value for all transports.
///
/// ```swift
/// var options = TransportOptions()
/// options.tls.authorities = .systemAnd([.file("/etc/company/root.pem")])
/// options.proxy = .http("http://proxy.internal:3128")
/// let network = NetworkSession(transport: try CurlTransport(options: options))
/// ```
///
/// What a transport cannot do is never passed over: making it throws a ``TransportOptionError`` that names the
/// option. The defaults are what any transport can do.
///
/// Files are read, or at least tried, when the transport is made; the options of a transport do not change
/// afterwards. How long requests may take is said by ``RequestTimeouts``, cookies, redirects and caches are the
/// business of the session, and none of them has an option here.
public struct TransportOptions: Sendable, Hashable {
  /// Whom to trust, as whom to appear, and which versions of TLS to speak.
  public var tls: TLSOptions
  /// The proxy to go through: ``ProxySetting/environment`` by default.
  public var proxy: ProxySetting
  /// How many connections there may be.
  public var connections: ConnectionLimits
  /// The versions of HTTP to ask for: ``HTTPVersionPreference/automatic`` by default.
  public var httpVersion: HTTPVersionPreference
  /// The path of a Unix domain socket to connect to, in the place of the host and port of the URL; nil for none.
  ///
  /// The URL still gives the scheme, the `Host` field, and the name that a certificate is checked for. No proxy is
  /// used.
  public var unixSocketPath: String?
  /// The longest time for finding the address, opening the connection and agreeing on TLS together; nil for the
  /// transport's own limit.
  ///
  /// It ends there, whatever the service does afterwards, and a request that goes out on a kept connection has none.
  /// ``RequestTimeouts/connect`` counts until the first sign of life, with any transport. A request that is over
  /// this limit fails in the phase ``TransportPhase/connect``. In milliseconds; what is shorter than one is one.
  public var connectTimeout: Duration?
  /// The name of a network interface, or an address of this machine, to connect from; nil for the system's choice.
  public var localInterface: String?
  /// Whether encodings of bodies (`gzip` and the like) are asked for and undone: true by default.
  ///
  /// Without it the body is what the service sent, and no `Accept-Encoding` is added.
  public var decompressesBodies: Bool

  /// The defaults.
  public init() {
    tls = TLSOptions()
    proxy = .environment
    connections = ConnectionLimits()
    httpVersion = .automatic
    decompressesBodies = true
  }
}

/// The versions of HTTP that a transport asks for.
public enum HTTPVersionPreference: Sendable, Hashable {
  /// HTTP/2 where it is agreed on with TLS (RFC 9113 section 3.2), and HTTP/1.1 elsewhere.
  case automatic
  /// HTTP/1.1 and no other.
  case http1
  /// HTTP/2 with TLS as by ``automatic``; without TLS it is asked for by `Upgrade`, which few services know.
  case http2
  /// HTTP/2 from the first byte, also without TLS (RFC 9113 section 3.3). A service that does not speak it fails the
  /// request.
  case http2PriorKnowledge
}

/// How many connections a transport has at a time; nil leaves it to the transport.
public struct ConnectionLimits: Sendable, Hashable {
  /// The most connections to one host. Requests over it wait for one.
  public var perHost: Int?
  /// The most connections in all. Requests over it wait for one.
  public var total: Int?
  /// The most connections that are kept open without a request, to be used again.
  public var idle: Int?

  /// Makes limits, each at least 1.
  public init(perHost: Int? = nil, total: Int? = nil, idle: Int? = nil) {
    self.perHost = perHost
    self.total = total
    self.idle = idle
  }
}
