public import Foundation

/// The source of certificates or of a key.
public enum CertificateSource: Sendable, Hashable {
  /// A file at the path, in PEM format (RFC 7468), with one or more certificates or a key.
  case file(String)
  /// The content of such a file, or one certificate in DER format (X.690).
  case data(Data)
}

extension CertificateSource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path or the size of the data, but never the data, which may be a key.
  public var description: String {
    switch self {
    case .file(let path): "the file \(path)"
    case .data(let data): data.count.counted("byte")
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without the data.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The certificate that identifies a client, and its private key.
///
/// ```swift
/// options.tls.clientIdentity = ClientIdentity(
///   certificate: .file("/etc/client/cert.pem"), privateKey: .file("/etc/client/key.pem"),
///   passphrase: try keychain.passphrase())
/// ```
///
/// A key in `data` is passed to the library in memory if it supports that (`CurlCapabilities`). Otherwise it is in a
/// file in memory, or a file on disk without a name, which only this user can read and which disappears with the
/// process.
///
/// Servers ask for the certificate within the TLS handshake, but their host name and the ``PublicKeyPins``
/// are checked after it. So a server with a certificate for another host, or without a pinned key, learns who
/// the client is before the client refuses it. That happens with any TLS version if its certificate is from a
/// trusted authority, and always if libcurl uses GnuTLS. It receives neither the private key nor a request.
/// With TLS 1.2 the certificate is not even encrypted. To send it to certain services only, give them their
/// own transport whose authorities are theirs (``TrustedAuthorities/only(_:)``).
public struct ClientIdentity: Sendable, Hashable {
  /// The certificate, followed by the intermediate certificates up to an authority.
  public var certificate: CertificateSource
  /// The private key in PEM format, or nil if it is in the same source as the certificate.
  public var privateKey: CertificateSource?
  /// The passphrase of the key, or nil if the key is not encrypted.
  ///
  /// Without the passphrase of an encrypted key, creating the transport throws a ``TransportOptionError``.
  public var passphrase: String?

  /// Creates an identity.
  public init(
    certificate: CertificateSource, privateKey: CertificateSource? = nil, passphrase: String? = nil
  ) {
    self.certificate = certificate
    self.privateKey = privateKey
    self.passphrase = passphrase
  }
}

extension ClientIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The sources of certificate and key, without secrets.
  public var description: String {
    guard let privateKey else { return "\(certificate)" }
    return "\(certificate) with the key of \(privateKey)"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because they contain secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
