import Foundation

extension Error {
  /// Whether the error says that something was cancelled, rather than that it failed: a `CancellationError`, the
  /// cancellation of a `URLError`, of libcurl, of POSIX or of Cocoa, or an error that one of them caused.
  ///
  /// Whoever cancelled wants neither another attempt nor a stored response instead. A request that a policy ended for
  /// another reason, such as a timeout, is not cancelled, even if its transport was.
  package var isCancellation: Bool {
    switch self {
    case is CancellationError: return true
    case let error as NetworkError:
      switch error.reason {
      case .cancelled: return true
      case .transport, .interceptor:
        if let cause = error.causeKind { return cause.contains(.cancellation) }
        return error.underlyingError?.isCancelledCause ?? false
      default: return false
      }
    default: break
    }
    #if os(Linux) && !canImport(Darwin)
      if let error = self as? CurlError { return error.urlErrorCode == .cancelled }
    #endif
    let error = self as NSError
    switch (error.domain, error.code) {
    case (NSURLErrorDomain, URLError.Code.cancelled.rawValue),
      (NSURLErrorDomain, URLError.Code.userCancelledAuthentication.rawValue):
      return true
    // What took too long is often cancelled.
    case (NSURLErrorDomain, URLError.Code.timedOut.rawValue): return false
    case (NSPOSIXErrorDomain, Int(POSIXErrorCode.ECANCELED.rawValue)): return true
    case (NSCocoaErrorDomain, CocoaError.Code.userCancelled.rawValue): return true
    default: return (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.isCancelledCause ?? false
    }
  }

  /// Whether what was cancelled is what the error belongs to, and not another request, without which that one failed.
  var isCancelledCause: Bool {
    if let error = self as? NetworkError, error.hasRequest { false } else { isCancellation }
  }
}
