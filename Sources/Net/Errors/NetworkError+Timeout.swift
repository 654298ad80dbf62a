import Foundation

extension NetworkError {
  /// Whether the request failed because something took too long.
  ///
  /// Use it to say so. The reason ``Reason/timeout(_:)`` is only the session's own limits.
  ///
  /// ```swift
  /// if response.error?.isTimeout == true { show("The server takes too long.") }
  /// ```
  ///
  /// It is the same question for every transport: it is true if a limit of the session has expired, and if the
  /// transport reports that its own limit or that of the system has, such as ``TransportOptions/connectTimeout`` or
  /// Foundation's `URLError.timedOut`. The reason is then ``Reason/transport(_:)``. It is false for a status such as
  /// 504, which is the response of a server.
  ///
  /// It is also true if that was so for a request that this one depends on, such as the refresh of a token.
  public var isTimeout: Bool {
    let origin = origin
    if case .timeout = origin.reason { return true }
    guard let underlyingError = origin.underlyingError else { return false }
    #if os(Linux) && !canImport(Darwin)
      if let error = underlyingError as? CurlError {
        return error.urlErrorCode == .timedOut || error.systemError == Int(POSIXErrorCode.ETIMEDOUT.rawValue)
      }
    #endif
    let error = underlyingError as NSError
    return switch error.domain {
    case NSURLErrorDomain: error.code == URLError.Code.timedOut.rawValue
    case NSPOSIXErrorDomain: error.code == Int(POSIXErrorCode.ETIMEDOUT.rawValue)
    default: false
    }
  }
}
