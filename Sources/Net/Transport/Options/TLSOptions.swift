/// Whom to trust, as whom to appear, and which versions of TLS to speak.
///
/// ```swift
/// var options = TransportOptions()
/// options.tls.minimumVersion = .tlsv13
/// options.tls.clientIdentity = ClientIdentity(certificate: .file("client.pem"), privateKey: .file("client.key"))
/// ```
public struct TLSOptions: Sendable, Hashable {
  /// The oldest version to agree on; nil for the transport's own.
  public var minimumVersion: TLSVersion?
  /// The newest version to agree on; nil for the transport's own.
  public var maximumVersion: TLSVersion?
  /// Whose certificates are trusted: ``TrustedAuthorities/system`` by default.
  public var authorities: TrustedAuthorities
  /// The certificate to show when a server asks for one; nil for none.
  public var clientIdentity: ClientIdentity?
  /// Public keys of which the server must have one. They come on top of what is checked without them.
  public var pins: [PublicKeyPins]
  /// Takes any certificate from anyone, so that whoever is on the way can read and change everything.
  ///
  /// For a test against a machine of one's own, and for nothing else: naming its certificate as one of the
  /// ``authorities`` is as easy and is safe.
  public var dangerouslyAcceptsAnyCertificate: Bool
  /// Takes a certificate that was issued for somebody else, so that whoever has any can read and change everything.
  public var dangerouslyAcceptsAnyHostName: Bool

  /// The defaults.
  public init() {
    authorities = .system
    pins = []
    dangerouslyAcceptsAnyCertificate = false
    dangerouslyAcceptsAnyHostName = false
  }
}

/// A version of TLS.
public enum TLSVersion: String, Sendable, Hashable, Comparable, CaseIterable {
  /// TLS 1.0 (RFC 2246), which RFC 8996 puts out of use.
  case tlsv1 = "TLS 1.0"
  /// TLS 1.1 (RFC 4346), which RFC 8996 puts out of use.
  case tlsv11 = "TLS 1.1"
  /// TLS 1.2 (RFC 5246).
  case tlsv12 = "TLS 1.2"
  /// TLS 1.3 (RFC 8446).
  case tlsv13 = "TLS 1.3"

  /// Whether the left one is older.
  public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}

/// The authorities whose certificates are trusted.
public enum TrustedAuthorities: Sendable, Hashable {
  /// Those of the system.
  case system
  /// Those of the system and these.
  case systemAnd([CertificateSource])
  /// These and no others.
  case only([CertificateSource])
}

/// Public keys of which a server must have one, so that not even an authority can stand in for it.
///
/// ```swift
/// options.tls.pins = [
///   PublicKeyPins(["sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="], for: ["api.example.com"])
/// ]
/// ```
///
/// A pin is the SHA-256 of the key as it stands in the certificate (its `SubjectPublicKeyInfo`), in Base64:
/// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`.
/// Pin a second key, kept apart, or the day the first is exchanged cuts the program off.
public struct PublicKeyPins: Sendable, Hashable {
  /// The pins, in the form `sha256//…=`; one of them is enough.
  public var keys: [String]
  /// The hosts they are for, exactly, in any case; nil for every host.
  public var hosts: Set<String>?

  /// Makes pins.
  public init(_ keys: [String], for hosts: Set<String>? = nil) {
    self.keys = keys
    self.hosts = hosts
  }
}
