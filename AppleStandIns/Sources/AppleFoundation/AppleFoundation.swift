@_exported public import Darwin
import Foundation
public import FoundationNetworking
public import Security

/// The server presents certificates.
///
/// Foundation on Linux declares it as unavailable.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

extension URLProtectionSpace {
  /// What the server presented.
  public var serverTrust: SecTrust? { (self as? TrustProtectionSpace)?.trust }
}

/// A protection space of a server that presented certificates.
public final class TrustProtectionSpace: URLProtectionSpace, @unchecked Sendable {
  /// Set once, before the object is shared.
  fileprivate let trust: SecTrust

  /// Creates a protection space.
  public init(host: String, trust: SecTrust) {
    self.trust = trust
    super.init(
      host: host, port: 443, protocol: "https", realm: nil,
      authenticationMethod: AppleFoundation.NSURLAuthenticationMethodServerTrust)
  }
}

extension URLCredential {
  /// Creates a credential that accepts what the server presented.
  public convenience init(trust: SecTrust) {
    self.init(user: "trust", password: "", persistence: .none)
  }
}

extension URLSessionConfiguration {
  /// A configuration of a session outside the process.
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.identifier = identifier
    return configuration
  }
}
