import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tells failures of TLS that another attempt repeats from connections that were lost meanwhile.
package enum SecurityRefusal {
  /// Returns whether the client and the server do not accept each other: the certificate or key of one, or the
  /// parameters of TLS.
  static func isCause(_ error: any Error) -> Bool {
    if isNamed(by: error) { return true }
    #if canImport(Security)
    #elseif os(Linux)
      if let error = error as? CurlError { return error.describesSecurityRefusal }
    #endif
    // On Linux many failures share this code.
    let code = URLError.Code.unknown.rawValue
    let error = error as NSError
    return error.domain == NSURLErrorDomain && error.code == code && isDescribed(by: "\(error)")
  }

  /// Returns whether the type or the code of an error says so, whatever its message.
  ///
  /// The message of a TLS library describes the failure of an open connection in the same words.
  package static func isNamed(by error: any Error) -> Bool {
    #if canImport(Security)
      if error is UntrustedServer { return true }
    #elseif os(Linux)
      if let error = error as? CurlError { return error.isSecurityRefusal }
    #endif
    let error = error as NSError
    guard error.domain == NSURLErrorDomain else { return false }
    return switch URLError.Code(rawValue: error.code) {
    case .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
      .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
      .appTransportSecurityRequiresSecureConnection:
      true
    default: false
    }
  }

  /// Returns whether the message of a TLS library describes one.
  ///
  /// A host name, which may be in the message, contains no spaces.
  static func isDescribed(by message: String) -> Bool {
    // OpenSSL says "SSL routines" if TLS itself failed, and also if the connection ended.
    if message.contains("SSL routines"), !message.contains("unexpected eof") { return true }
    return [" alert ", "fatal alert", "_ALERT_", " certificate "].contains { message.contains($0) }
  }
}
