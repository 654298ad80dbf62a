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
    // By URLError: the constants of old have other values on Linux than the errors that arrive there.
    switch URLError.Code(rawValue: (error as NSError).code) {
    case .cannotFindHost, .dnsLookupFailed:
      self = .nameLookup
    case .cannotConnectToHost, .notConnectedToInternet:
      self = .connect
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self = .secureConnection
    case .unknown where Self.mentionsSecurity("\(error)"):
      self = .secureConnection
    default:
      self = phase
    }
  }

  private static func mentionsSecurity(_ text: String) -> Bool {
    ["SSL", "TLS", "certificate"].contains { text.contains($0) }
  }
}
