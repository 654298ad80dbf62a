#if canImport(Security)
  public import Foundation
  public import Security

  /// Which servers a ``URLSessionTransport`` trusts: as the system says, and with pins of one's own.
  ///
  /// ```swift
  /// let pins = try ["leaf", "backup"].map { try Data(contentsOf: certificate(named: $0)) }
  /// let trust = ServerTrustPolicy.pinned(certificates: Set(pins), for: ["api.example.com"])
  /// let network = NetworkSession(transport: URLSessionTransport(serverTrust: trust))
  /// ```
  ///
  /// A server that is not trusted fails the request with ``TransportPhase/secureConnection`` and an
  /// ``UntrustedServer`` beneath. Pin a second key, kept apart, or the day the first is exchanged cuts the program off.
  ///
  /// It exists on Apple's platforms alone, where the system lets a program have its say; on Linux it is absent, so
  /// that nobody takes a pin for one that has no effect. There `CurlTransport` takes ``TLSOptions``.
  public struct ServerTrustPolicy: Sendable {
    /// Whether the server at the host is trusted.
    ///
    /// It is called on the transport's queue, and may block it shortly.
    public let trusts: @Sendable (_ trust: SecTrust, _ host: String) -> Bool

    /// Makes a policy of one's own.
    ///
    /// Ask the system first, with `SecTrustEvaluateWithError`.
    public init(trusts: @escaping @Sendable (_ trust: SecTrust, _ host: String) -> Bool) {
      self.trusts = trusts
    }

    /// Trusts whom the system trusts.
    public static let system = ServerTrustPolicy { trust, _ in SecTrustEvaluateWithError(trust, nil) }

    /// Trusts whom the system trusts and, at these hosts, only chains that hold one of the certificates.
    ///
    /// - Parameters:
    ///   - certificates: The certificates, in DER.
    ///   - hosts: The hosts, in any spelling; see ``PublicKeyPins/hosts``. Others are as the system says.
    /// - Returns: A policy for the hosts; others are trusted as the system trusts them.
    public static func pinned(certificates: Set<Data>, for hosts: Set<String>) -> ServerTrustPolicy {
      pinned(for: hosts) { certificates.contains(SecCertificateCopyData($0) as Data) }
    }

    /// Trusts whom the system trusts and, at these hosts, only chains that hold one of the public keys.
    ///
    /// - Parameters:
    ///   - publicKeys: The keys, as `SecKeyCopyExternalRepresentation` gives them.
    ///   - hosts: The hosts, in any spelling; see ``PublicKeyPins/hosts``. Others are as the system says.
    /// - Returns: A policy for the hosts; others are trusted as the system trusts them.
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
      return ServerTrustPolicy { trust, host in
        guard SecTrustEvaluateWithError(trust, nil) else { return false }
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

    /// Makes an error.
    public init(host: String) { self.host = host }
  }
#endif
