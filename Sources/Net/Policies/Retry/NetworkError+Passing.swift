package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension NetworkError {
  /// The statuses of responses after which another attempt may succeed: the default of a ``RetryPolicy``.
  package static let passingStatuses = RetryPolicy().statusCodes

  /// The status of the response that is the failure: it was not acceptable, or its body was too large to find out.
  ///
  /// What the status of a server error means does not depend on the size of the page that explains it.
  package var failedStatus: Int? {
    switch reason {
    case .validation(.statusCode(let status)): status
    case .transfer(.bodyTooLarge): response?.status
    default: nil
    }
  }

  /// Returns the delay before another attempt that the response requests with `Retry-After`, or nil without one.
  ///
  /// - `now`: The time with which a date is compared if the response has none.
  package func requestedDelay(at now: Date) -> Duration? {
    origin.response?.retryAfter(at: now)
  }

  /// Whether a proxy refused the connection, and would refuse the next one, too: for example with a 407.
  package var isLastingProxyRefusal: Bool {
    guard let refusal = underlyingError as? ProxyRefusal else { return false }
    return !Self.passingStatuses.contains(refusal.response.status)
  }

  /// Whether the connection was lost or not opened, and another one may succeed: what an event stream or a WebSocket
  /// reconnects after.
  ///
  /// A certificate or key that one side refuses, a body that cannot be read, and a mistake of the program
  /// would fail again. Who cancelled the connection does not want another one.
  package var isPassingLoss: Bool {
    let error = origin
    return switch error.reason {
    case .transport, .timeout:
      !error.isLastingProxyRefusal && !error.isMistake && !error.isSecurityRefusal && !error.isCancellation
        && !(error.underlyingError is RequestBodyError)
    default: false
    }
  }

  /// Whether the transport reported a mistake of the program, which another attempt finds again: one that it names, or
  /// a URL that it cannot send to.
  package var isMistake: Bool {
    let (causeKind, underlyingError) = (origin.causeKind, origin.underlyingError)
    if let causeKind { return causeKind.contains(.mistake) }
    #if os(Linux) && !canImport(Darwin)
      if let error = underlyingError as? CurlError { return error.urlErrorCode == .badURL }
    #endif
    return switch underlyingError {
    case is any ProgramMistake: true
    case let error as URLError: error.code == .unsupportedURL || error.code == .badURL
    default: false
    }
  }
}
