import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the error of a URL session's task says about itself.
///
/// That of a `URLProtocol` may run code of the user, which may cancel the task, so it is asked before a lock is taken.
struct URLErrorFacts: Sendable {
  let code: Int
  /// The phase that the code implies; nil if it implies none.
  let phase: TransportPhase?

  /// Asks the error.
  ///
  /// On Linux many failures share the code -1, so its description is used too.
  init(_ error: any Error) {
    code = (error as NSError).code
    // `URLError.Code`, because on Linux the older constants differ from the codes of actual errors.
    switch URLError.Code(rawValue: code) {
    case .cannotFindHost, .dnsLookupFailed: phase = .nameLookup
    case .cannotConnectToHost, .notConnectedToInternet: phase = .connect
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      phase = .secureConnection
    case .unknown where Self.mentionsSecurity("\(error)"): phase = .secureConnection
    default: phase = nil
    }
  }

  private static func mentionsSecurity(_ text: String) -> Bool {
    ["SSL", "TLS", "certificate"].contains { text.contains($0) }
  }
}

extension TransportPhase {
  /// Creates the phase in which a URL session's task failed: the one that its error implies, otherwise the phase
  /// reached.
  init(of facts: URLErrorFacts, soFar phase: TransportPhase) {
    self = phase == .body ? .body : facts.phase ?? phase
  }
}
