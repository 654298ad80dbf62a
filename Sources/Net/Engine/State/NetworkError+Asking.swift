import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks errors what an exchange must know of them, before the lock of its state is taken.
extension NetworkError {
  /// The error of a task that failed in this phase, asked.
  init(ofTask error: any Error, in phase: TransportPhase) {
    self.init(error, otherwise: error.isCancellation ? .cancelled : .transport(phase))
    self = asked
  }

  /// The error, whose cause has been asked, and that of each error of another request that caused it (``origin``).
  var asked: NetworkError {
    guard causeKind == nil, let underlyingError else { return self }
    var asked = self
    let cause = (underlyingError as? NetworkError)?.asked ?? underlyingError
    asked.underlyingError = cause
    var kind: CauseKind = []
    if cause.isCancelledCause { kind.insert(.cancellation) }
    if SecurityRefusal.isCause(cause) { kind.insert(.securityRefusal) }
    if asked.isMistake { kind.insert(.mistake) }
    if Self.isOfNetwork(cause) { kind.insert(.network) }
    asked.causeKind = kind
    return asked
  }

  /// The kind that another error has if its cause is this error, whose own cause has been asked.
  var kindAsCause: CauseKind {
    var kind: CauseKind = []
    if isSecurityRefusal { kind.insert(.securityRefusal) }
    if isMistake { kind.insert(.mistake) }
    if allowsStaleOfAdapter { kind.insert(.network) }
    return kind
  }
}

extension ExchangeState.Input {
  /// The input, whose error has been asked; nil if it has none.
  var asked: ExchangeState.Input? {
    switch self {
    case .transport(.failed(let error as UnreadableBody, let phase), let step):
      let error = UnreadableBody(error: NetworkError(error.error, otherwise: .transport(phase)).asked)
      return .transport(.failed(error, phase: phase), step: step)
    case .transport(.failed(let error, let phase), let step):
      return .transport(.failed(NetworkError(ofTask: error, in: phase), phase: phase), step: step)
    case .adapted(.failure(let error), let step):
      return .adapted(.failure(NetworkError(error, otherwise: .interceptor).asked), step: step)
    case .built(.failure(let error)): return .built(.failure(error.asked))
    case .judged(.failure(let error), let step): return .judged(.failure(error.asked), step: step)
    case .validated(.failure(let error), let step): return .validated(.failure(error.asked), step: step)
    case .consumed(.failure(let error), let number, let step):
      return .consumed(.failure(error.asked), number: number, step: step)
    case .decided(.fail(let error), let step):
      return .decided(.fail(NetworkError(error, otherwise: .interceptor).asked), step: step)
    case .bodyFailed(let error, let step): return .bodyFailed(error.asked, step: step)
    default: return nil
    }
  }
}

extension NetworkError {
  /// Whether a stale response may be used instead of the failure: there was no response, or a server error.
  var allowsStale: Bool {
    let error = origin
    return switch error.reason {
    case .transport where error.isSecurityRefusal || error.isCancellation: false
    case .transport, .timeout(.idle), .timeout(.connect), .timeout(.credential): true
    default: error.failedStatus.map(CacheLookup.isFailure) ?? false
    }
  }

  /// Whether a stale response may be used instead of this failure of an adapter, which lacked the network.
  ///
  /// Its own time limits are not those of the request.
  var allowsStaleOfAdapter: Bool {
    switch reason {
    case .timeout: true
    case .interceptor: causeKind?.contains(.network) ?? underlyingError.map(Self.isOfNetwork) ?? false
    default: allowsStale
    }
  }

  /// Returns whether a request failed without a response, as errors of the usual domains say.
  private static func isOfNetwork(_ error: any Error) -> Bool {
    guard !error.isCancellation else { return false }
    if let error = error as? NetworkError { return error.allowsStaleOfAdapter }
    #if os(Linux) && !canImport(Darwin)
      if let error = error as? CurlError { return networkCodes.contains(error.urlErrorCode.rawValue) }
    #endif
    if let error = error as? POSIXError { return posixCodes.contains(error.code) }
    let error = error as NSError
    if error.domain == NSURLErrorDomain { return networkCodes.contains(error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map(isOfNetwork) ?? false
  }

  private static let networkCodes = Set(
    [
      URLError.Code.timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
      .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed, .badServerResponse,
    ].map(\.rawValue))

  private static let posixCodes: Set<POSIXErrorCode> = [
    .ENETDOWN, .ENETUNREACH, .EHOSTDOWN, .EHOSTUNREACH, .ECONNREFUSED, .ECONNRESET, .ECONNABORTED, .ETIMEDOUT,
    .ENOTCONN, .EPIPE,
  ]
}
