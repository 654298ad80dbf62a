import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportPhase {
  /// Creates the phase in which a URL session's task failed: from the error's code if it implies one, otherwise the
  /// phase reached.
  ///
  /// On Linux many failures share the code -1, so the description of the error is used too.
  init(of error: any Error, soFar phase: TransportPhase) {
    if phase == .body {
      self = .body
      return
    }
    // `URLError.Code`, because on Linux the older constants differ from the codes of actual errors.
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
