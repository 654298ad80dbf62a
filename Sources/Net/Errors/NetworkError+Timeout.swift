import Foundation

extension NetworkError {
  /// Whether the request failed because something took too long.
  ///
  /// Use it to tell the user that the request timed out. The reason ``Reason/timeout(_:)`` covers only the limits of the
  /// session.
  ///
  /// ```swift
  /// if response.error?.isTimeout == true { show("The server takes too long.") }
  /// ```
  ///
  /// It means the same for every transport. It is true if a limit of the session has expired, or if the transport
  /// reports that its own limit or the system's has expired, such as ``TransportOptions/connectTimeout`` or
  /// Foundation's `URLError.timedOut`. In the second case the reason is ``Reason/transport(_:)``. It is false for a
  /// status such as 504, which is a response of the server.
  ///
  /// It is also true if a request that this one depends on, such as the refresh of a token, took too long.
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
