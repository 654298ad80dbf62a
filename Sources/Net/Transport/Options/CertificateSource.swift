public import Foundation

/// Where certificates or a key come from.
public enum CertificateSource: Sendable, Hashable {
  /// A file at the path, in PEM (RFC 7468): one certificate or many, or a key.
  case file(String)
  /// The content of such a file; or one certificate in DER (X.690).
  case data(Data)
}

extension CertificateSource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The path, or how much data there is: never the data, which may be a key.
  public var description: String {
    switch self {
    case .file(let path): "the file \(path)"
    case .data(let data): "\(data.count) bytes"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Without the data.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The certificate by which a client shows who it is, and the key that proves it.
///
/// ```swift
/// options.tls.clientIdentity = ClientIdentity(
///   certificate: .file("/etc/client/cert.pem"), privateKey: .file("/etc/client/key.pem"),
///   passphrase: try keychain.passphrase())
/// ```
///
/// A key in data goes to the library in memory where that is possible (`CurlCapabilities`), and otherwise into a
/// temporary file that nobody else may read and that goes with the transport.
public struct ClientIdentity: Sendable, Hashable {
  /// The certificate, and those that lead from it to an authority, in this order.
  public var certificate: CertificateSource
  /// Its private key, in PEM; nil when it stands in the same source as the certificate.
  public var privateKey: CertificateSource?
  /// What the key is encrypted with; nil when it is not.
  public var passphrase: String?

  /// Makes an identity.
  public init(
    certificate: CertificateSource, privateKey: CertificateSource? = nil, passphrase: String? = nil
  ) {
    self.certificate = certificate
    self.privateKey = privateKey
    self.passphrase = passphrase
  }
}

extension ClientIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Where certificate and key come from, without a secret.
  public var description: String {
    guard let privateKey else { return "\(certificate)" }
    return "\(certificate) with the key of \(privateKey)"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Without a secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
