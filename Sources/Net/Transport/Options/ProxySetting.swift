/// The proxy for requests.
///
/// ```swift
/// options.proxy = .http("http://proxy.internal:3128", except: ["localhost", ".internal"])
/// ```
///
/// Requests to `http` URLs are sent to an HTTP proxy. Requests to `https` URLs use a tunnel through it (`CONNECT`, RFC 9110
/// section 9.3.6), so the proxy sees only the host. A SOCKS proxy forwards all connections. A `Proxy-Authorization` field of
/// a request is sent only to an HTTP proxy, never to the server. The tunnel that it opens is used only for requests with
/// the same field.
public enum ProxySetting: Sendable, Hashable {
  /// The setting of the platform. On Linux these are the environment variables `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`
  /// and `NO_PROXY`. If none of the first three is set when the transport is created, it never uses a proxy; otherwise
  /// libcurl reads all of them again for each request. Requests to this machine (`localhost` and its subdomains,
  /// `127.0.0.0/8`, `::1`) are sent directly, as by the systems of Apple.
  case environment
  /// No proxy, whatever the environment specifies.
  case none
  /// The proxy at this `http` or `https` URL, whatever the environment specifies.
  ///
  /// Without a port it is 80 or 443, as for any URL of its scheme. Credentials are sent with the first request
  /// (`Proxy-Authorization: Basic`, RFC 7617). In `except`, a name matches itself and its subdomains, an address matches
  /// itself, a network such as `10.0.0.0/8` or `fd00::/8` its addresses, and `*` all hosts. Anything else, such as
  /// `*.internal` or a host with a port, is an error, because it would match nothing.
  case http(String, credentials: ProxyCredentials? = nil, except: [String] = [])
  /// The SOCKS proxy at this URL, whatever the environment specifies.
  ///
  /// The scheme is the version of the protocol, and says where the names of servers are resolved: the proxy
  /// with `socks5h` (RFC 1928) and `socks4a`, this machine with `socks5` and `socks4`. Without a port it is
  /// 1080. Credentials are those of RFC 1929; SOCKS 4 has only a user name. Exceptions work as with
  /// ``http(_:credentials:except:)``.
  case socks(String, credentials: ProxyCredentials? = nil, except: [String] = [])
}

extension ProxySetting: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The proxy, without its password.
  public var description: String {
    switch self {
    case .environment: "from the environment"
    case .none: "none"
    case .http(let url, let credentials, let exceptions), .socks(let url, let credentials, let exceptions):
      ([Redaction.standard.redacted(urlText: url)] + (credentials.map { ["as \($0)"] } ?? [])
        + (exceptions.isEmpty ? [] : ["except for \(exceptions.joined(separator: ", "))"])).joined(
          separator: " ")
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because the URL may contain a password.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}

/// The name and password for a proxy.
public struct ProxyCredentials: Sendable, Hashable {
  /// The name.
  public var username: String
  /// The password.
  public var password: String

  /// Creates credentials.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }
}

extension ProxyCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name, without the password.
  public var description: String { "\(username):\(Redaction.placeholder)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without the password.
  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
