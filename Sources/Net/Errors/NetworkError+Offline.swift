import Foundation

extension NetworkError {
  /// Whether the request failed because this machine has no network.
  ///
  /// Use it to say so, or to wait before trying again.
  ///
  /// ```swift
  /// if response.error?.isOffline == true { show("You are offline.") }
  /// ```
  ///
  /// It means the same for every transport. With ``URLSessionTransport`` it is true if Foundation reports that the
  /// machine is not connected, or that roaming, a call or a setting prevents a connection; with ``CurlTransport`` if
  /// there is no route to any address of the server, or a name could not be looked up and there is no route to any
  /// other network. It is false for a server that refuses connections or does not respond, and for a network without
  /// internet access. On Linux Foundation never reports a missing network, so with ``URLSessionTransport`` it is false
  /// there (<doc:PlatformLimits>).
  ///
  /// It is also true if this machine had no network for a request that this one depends on, such as the refresh of a
  /// token.
  public var isOffline: Bool {
    let codes: [URLError.Code] = [
      .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive,
    ]
    return originCode.map(codes.contains) ?? false
  }

  /// The error of the transport as a code of Foundation, whichever transport it is; nil for other failures.
  var originCode: URLError.Code? {
    guard let underlyingError = origin.underlyingError else { return nil }
    #if os(Linux) && !canImport(Darwin)
      if let error = underlyingError as? CurlError { return error.urlErrorCode }
    #endif
    let error = underlyingError as NSError
    return error.domain == NSURLErrorDomain ? URLError.Code(rawValue: error.code) : nil
  }
}
