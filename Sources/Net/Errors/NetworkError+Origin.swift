import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Identifies an exchange in the errors that it has completed.
final class ExchangeMark: Sendable {}

extension NetworkError {
  /// The failure of the request that this one depends on, such as the refresh of its token or the response that is its
  /// body; otherwise the error itself.
  ///
  /// What failed there decides whether another attempt may succeed.
  package var origin: NetworkError {
    if let cause = underlyingError as? NetworkError, cause.hasRequest { cause.origin } else { self }
  }

  /// Whether the body does not have the content coding that its response names.
  var isUndecodableBody: Bool {
    let cause = origin.underlyingError
    let code = (cause as? URLError)?.code
    return cause is ContentDecodingError || code == .cannotDecodeContentData || code == .cannotDecodeRawData
  }

  /// Whether the error is about a request, rather than the reason alone.
  var hasRequest: Bool { exchange != nil || request != nil || unsent != nil }

  /// Returns whether the error is about this request, or the reason alone.
  func belongs(to request: TransportRequest) -> Bool { !hasRequest || self.request == request }
}
