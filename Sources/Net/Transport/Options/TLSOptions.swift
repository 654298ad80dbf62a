/// The trusted certificates, the client's certificate, and the TLS versions.
///
/// ```swift
/// var options = TransportOptions()
/// options.tls.minimumVersion = .tlsv13
/// options.tls.clientIdentity = ClientIdentity(certificate: .file("client.pem"), privateKey: .file("client.key"))
/// ```
public struct TLSOptions: Sendable, Hashable {
  /// The oldest accepted version.
  ///
  /// Nil means the default of the transport.
  public var minimumVersion: TLSVersion?
  /// The newest accepted version.
  ///
  /// Nil means the default of the transport.
  public var maximumVersion: TLSVersion?
  /// The trusted authorities.
  ///
  /// The default is ``TrustedAuthorities/system``.
  public var authorities: TrustedAuthorities = .system
  /// The client certificate for servers that request one, or nil for none.
  ///
  /// Every server that requests it receives it, and proof of its key, before the host name and the ``pins`` are
  /// checked; see ``ClientIdentity``.
  public var clientIdentity: ClientIdentity?
  /// Public keys, one of which the server must have, in addition to all other checks.
  public var pins: [PublicKeyPins] = []
  /// Accepts any certificate from any server, so that anyone on the network path can read and change everything.
  ///
  /// Use it only for a test against your own machine. It is as easy, and safe, to add its certificate to the
  /// ``authorities``.
  public var dangerouslyAcceptsAnyCertificate = false
  /// Accepts a certificate issued for another host, so that anyone with any valid certificate can read and change
  /// everything.
  public var dangerouslyAcceptsAnyHostName = false

  /// Creates the default options.
  public init() {}
}

/// A version of TLS.
public enum TLSVersion: String, Sendable, Hashable, Comparable, CaseIterable {
  /// TLS 1.0 (RFC 2246), deprecated by RFC 8996.
  case tlsv1 = "TLS 1.0"
  /// TLS 1.1 (RFC 4346), deprecated by RFC 8996.
  case tlsv11 = "TLS 1.1"
  /// TLS 1.2 (RFC 5246).
  case tlsv12 = "TLS 1.2"
  /// TLS 1.3 (RFC 8446).
  case tlsv13 = "TLS 1.3"

  /// Returns whether the left version is older.
  public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}

/// The trusted certificate authorities.
public enum TrustedAuthorities: Sendable, Hashable {
  /// Those of the system.
  case system
  /// Those of the system and these.
  case systemAnd([CertificateSource])
  /// These and no others.
  case only([CertificateSource])
}

/// Public keys, one of which a server must have, so that not even a certificate authority can impersonate it.
///
/// ```swift
/// options.tls.pins = [
///   PublicKeyPins(["sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="], for: ["api.example.com"])
/// ]
/// ```
///
/// A pin is the SHA-256 digest of the key as encoded in the certificate (its `SubjectPublicKeyInfo`), in Base64:
/// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`. Also pin a
/// backup key that is stored separately; otherwise the app cannot connect once the server changes its key.
///
/// Pins are checked when the TLS handshake has ended, before any part of a request is sent. A server without
/// a pinned key receives no request, but it has received the ``TLSOptions/clientIdentity`` if it asked for
/// it. The key of a proxy is not checked, only its certificate.
public struct PublicKeyPins: Sendable, Hashable {
  /// The pins in the form `sha256//…=`.
  ///
  /// One match is sufficient.
  public var keys: [String]
  /// The hosts that the pins are for.
  ///
  /// Nil means every host.
  ///
  /// Spelling does not matter: `bücher.example`, `XN--BCHER-KVA.example` and `xn--bcher-kva.example.` are one host, and
  /// so are `127.0.0.1` and `127.1`, `[::1]` and `0:0::1`. Subdomains are separate hosts. Text that is not a host, such
  /// as `*.example.com`, `example.com:443` or a URL, is an error, because pins for it would never be checked.
  public var hosts: Set<String>?

  /// Creates pins.
  public init(_ keys: [String], for hosts: Set<String>? = nil) {
    self.keys = keys
    self.hosts = hosts
  }
}

extension PublicKeyPins {
  /// The pins with their hosts in canonical form.
  var canonical: PublicKeyPins { PublicKeyPins(keys, for: hosts.map { Set($0.map(HostName.canonical)) }) }

  /// Returns whether pins with canonical hosts are for this canonical host.
  ///
  /// Those of an address apply to it in every zone.
  func areFor(_ host: String) -> Bool {
    guard let hosts else { return true }
    return hosts.contains(host) || hosts.contains(HostName.withoutZone(host))
  }
}
