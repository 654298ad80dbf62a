/// The proxy that requests go through.
///
/// ```swift
/// options.proxy = .http("http://proxy.internal:3128", except: ["localhost", ".internal"])
/// ```
///
/// Requests for `http` URLs are handed to the proxy whole; those for `https` URLs go through a tunnel that it opens
/// (`CONNECT`, RFC 9110 section 9.3.6), so that it sees the host and nothing else.
public enum ProxySetting: Sendable, Hashable {
  /// As the platform says: on Linux by the variables `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY` of the
  /// environment. Whether there are any is looked at when the transport is made.
  case environment
  /// None, whatever the environment says.
  case none
  /// The proxy at this URL, `http` or `https`, whatever the environment says.
  ///
  /// Credentials are sent with the first request (`Proxy-Authorization: Basic`, RFC 7617). A name among the
  /// exceptions stands for itself and for what ends with a dot and it; `*` for all hosts; an address for itself.
  case http(String, credentials: ProxyCredentials? = nil, except: [String] = [])
}

/// The name and password for a proxy.
public struct ProxyCredentials: Sendable, Hashable {
  /// The name.
  public var username: String
  /// The password.
  public var password: String

  /// Makes credentials.
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

  /// Without the password.
  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
