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
    if case .timeout = origin.reason { return true }
    if originCode == .timedOut { return true }
    #if os(Linux) && !canImport(Darwin)
      if let error = origin.underlyingError as? CurlError { return error.systemError == Self.timedOut }
    #endif
    guard let error = origin.underlyingError as NSError? else { return false }
    return error.domain == NSPOSIXErrorDomain && error.code == Self.timedOut
  }

  /// The error of the system that a connection ends with.
  private static var timedOut: Int { Int(POSIXErrorCode.ETIMEDOUT.rawValue) }
}
