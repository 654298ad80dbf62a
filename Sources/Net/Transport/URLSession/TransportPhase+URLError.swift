import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportPhase {
  /// The phase in which a URL session's task failed: by the code where it says, else by how far the task had
  /// come.
  ///
  /// On Linux many failures share the code -1, so the text of the error is looked at, too.
  init(of error: any Error, soFar phase: TransportPhase) {
    if phase == .body {
      self = .body
      return
    }
    switch (error as NSError).code {
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed:
      self = .nameLookup
    case NSURLErrorCannotConnectToHost, NSURLErrorNotConnectedToInternet:
      self = .connect
    case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
      NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
      NSURLErrorServerCertificateNotYetValid, NSURLErrorClientCertificateRejected,
      NSURLErrorClientCertificateRequired:
      self = .secureConnection
    case NSURLErrorUnknown where Self.mentionsSecurity("\(error)"):
      self = .secureConnection
    default:
      self = phase
    }
  }

  private static func mentionsSecurity(_ text: String) -> Bool {
    ["SSL", "TLS", "certificate"].contains { text.contains($0) }
  }
}
