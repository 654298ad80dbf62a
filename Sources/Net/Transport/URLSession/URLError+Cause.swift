import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLError {
  /// Returns the error as the cause of a failed request: with the code that says what happened, and without the URL.
  ///
  /// Foundation on Linux reports a response that is not HTTP as an unsupported URL, which would be a mistake of the
  /// program. The URL may have secrets that whoever prints the cause would show; ``NetworkError`` has it. An error of
  /// a `URLProtocol` in another domain is passed on as it is.
  static func cause(_ error: any Error, of url: URL?) -> any Error {
    guard let error = error as? URLError else { return error }
    let information = withoutURL(error.userInfo)
    #if !canImport(Darwin)
      if error.code == .unsupportedURL, url?.isAbsoluteHTTP == true,
        (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSURLErrorDomain
      {
        return URLError(.badServerResponse, userInfo: information ?? error.userInfo)
      }
    #endif
    return information.map { URLError(error.code, userInfo: $0) } ?? error
  }

  /// Returns the values without the URL of the request, including in those of the causes; nil if they have none.
  private static func withoutURL(_ values: [String: Any], depth: Int = 0) -> [String: Any]? {
    var rest = values
    // The second is deprecated, and Foundation still sets it.
    for key in [NSURLErrorFailingURLErrorKey, "NSErrorFailingURLStringKey"] { rest[key] = nil }
    var isChanged = rest.count < values.count
    if depth < 8, let cause = values[NSUnderlyingErrorKey] as? NSError,
      let information = withoutURL(cause.userInfo, depth: depth + 1)
    {
      rest[NSUnderlyingErrorKey] = NSError(domain: cause.domain, code: cause.code, userInfo: information)
      isChanged = true
    }
    return isChanged ? rest : nil
  }
}
