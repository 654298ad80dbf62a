public import Foundation

/// A certificate; the stand-in has a key instead of decoding one.
public final class SecCertificate: Sendable {
  fileprivate let data: Data
  fileprivate let key: SecKey?

  /// Creates a certificate of these bytes.
  public init(data: Data, key: SecKey? = nil) {
    self.data = data
    self.key = key
  }
}

/// A public key.
public final class SecKey: Sendable {
  fileprivate let data: Data?

  /// Creates a key with this external representation, or one that has none.
  public init(data: Data?) { self.data = data }
}

/// What a server presented, and whether the system trusts it.
public final class SecTrust: Sendable {
  fileprivate let chain: [SecCertificate]
  fileprivate let isTrusted: Bool

  /// Creates a trust with this result.
  public init(chain: [SecCertificate], isTrusted: Bool) {
    self.chain = chain
    self.isTrusted = isTrusted
  }
}

/// Bytes, which are converted to `Data` with `as`.
public typealias CFData = Data
/// Values of any type, which are converted to an array with `as?`.
public typealias CFArray = [Any]
/// An error.
public typealias CFError = NSError

/// Whether the system trusts what the server presented.
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
  trust.isTrusted
}

/// The certificates of the server, its own first.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { trust.chain }

/// The certificate in DER format.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.data }

/// The public key of a certificate.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { certificate.key }

/// The bytes of a key.
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { key.data }
