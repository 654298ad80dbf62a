#if canImport(Security)
  public import Foundation
  public import Security

  /// The servers that a ``URLSessionTransport`` trusts: those the system trusts, optionally restricted by pins.
  ///
  /// ```swift
  /// let pins = try ["leaf", "backup"].map { try Data(contentsOf: certificate(named: $0)) }
  /// let trust = ServerTrustPolicy.pinned(certificates: Set(pins), for: ["api.example.com"])
  /// let network = NetworkSession(transport: URLSessionTransport(serverTrust: trust))
  /// ```
  ///
  /// If a server is not trusted, the request fails with ``TransportPhase/secureConnection`` and the underlying error
  /// ``UntrustedServer``. Also pin a backup key that is stored separately; otherwise the app cannot connect once the
  /// server changes its key.
  ///
  /// The type exists only on Apple platforms. Foundation on Linux cannot enforce it, so it is absent there instead of
  /// having no effect. `CurlTransport` has ``TLSOptions`` for the same purpose.
  public struct ServerTrustPolicy: Sendable {
    /// Returns whether the server at the host is trusted.
    ///
    /// It is called on the queue of the transport. The transport's other requests wait until it returns.
    public let trusts: @Sendable (_ trust: SecTrust, _ host: String) -> Bool

    /// Creates a policy.
    ///
    /// In the closure, first evaluate the system's trust with `SecTrustEvaluateWithError`.
    public init(trusts: @escaping @Sendable (_ trust: SecTrust, _ host: String) -> Bool) {
      self.trusts = trusts
    }

    /// Trusts the servers that the system trusts.
    public static let system = ServerTrustPolicy { trust, _ in SecTrustEvaluateWithError(trust, nil) }

    /// Returns a policy that trusts the servers that the system trusts, but at these hosts only certificate chains that
    /// contain one of the certificates.
    ///
    /// - Parameters:
    ///   - certificates: The certificates in DER format.
    ///   - hosts: The hosts in any spelling; see ``PublicKeyPins/hosts``. If one is not a host, such as
    ///     `*.example.com`, no server is trusted, because pins for it would never be checked.
    /// - Returns: A policy. For other hosts the system decides.
    public static func pinned(certificates: Set<Data>, for hosts: Set<String>) -> ServerTrustPolicy {
      pinned(for: hosts) { certificates.contains(SecCertificateCopyData($0) as Data) }
    }

    /// Returns a policy that trusts the servers that the system trusts, but at these hosts only certificate chains that
    /// contain one of the public keys.
    ///
    /// - Parameters:
    ///   - publicKeys: The keys in the form that `SecKeyCopyExternalRepresentation` returns.
    ///   - hosts: The hosts in any spelling; see ``PublicKeyPins/hosts``. If one is not a host, such as
    ///     `*.example.com`, no server is trusted, because pins for it would never be checked.
    /// - Returns: A policy. For other hosts the system decides.
    public static func pinned(publicKeys: Set<Data>, for hosts: Set<String>) -> ServerTrustPolicy {
      pinned(for: hosts) { certificate in
        guard let key = SecCertificateCopyKey(certificate),
          let data = SecKeyCopyExternalRepresentation(key, nil) as Data?
        else { return false }
        return publicKeys.contains(data)
      }
    }

    private static func pinned(
      for hosts: Set<String>, _ isPinned: @escaping @Sendable (SecCertificate) -> Bool
    ) -> ServerTrustPolicy {
      let pins = PublicKeyPins([], for: hosts).canonical
      let areHosts = hosts.allSatisfy(HostName.isHost)
      return ServerTrustPolicy { trust, host in
        guard areHosts, SecTrustEvaluateWithError(trust, nil) else { return false }
        guard pins.areFor(HostName.canonical(host)) else { return true }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        return chain.contains(where: isPinned)
      }
    }
  }

  /// The ``ServerTrustPolicy`` did not trust the server at this host.
  public struct UntrustedServer: Error, Sendable, Hashable {
    /// The host.
    public var host: String

    /// Creates an error.
    public init(host: String) { self.host = host }
  }

  extension UntrustedServer: CustomStringConvertible, LocalizedError {
    /// The error as text.
    public var description: String { "the policy does not trust the server at \(host.printed)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
  }
#endif
